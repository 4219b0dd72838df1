import Commands
import Files
import Foundation
import Networking
import Values

/// The configuration that a person wrote into `$XDG_CONFIG_HOME/<app>/config.json`, by default below `~/.config`.
///
///     {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin", "preset": "iwd"}},
///      "background": "light", "lockAfter": "2m"}
///
/// `background` is that of the terminal, in every application. `lockAfter` is a key of an
/// application's own.
struct ConfigurationFile: Hashable, Sendable {
  /// The profiles, in the file's order.
  private(set) var profiles: [Profile] = []
  /// The application's own keys, with their values.
  private(set) var own: [String: JSON] = [:]
  /// The background of the terminal, "light" or "dark"; nil if none is named.
  private(set) var background: String?
  /// False if the mouse is to be left to the terminal.
  private(set) var takesMouse = true
  private(set) var path = ""

  /// Reads the file; none is as good as an empty one. Throws `UsageError` for what can't be understood, and for a key that is none of
  /// `keys`, the application's own; nil allows any.
  init(application: String, keys: Set<String>?, environment: [String: String]) throws {
    // A relative path would be another file in every folder.
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let directory = configured ?? home else { return }
    path = "\(directory)/\(application)/config.json"
    do {
      let file = try NamedFile.contents(of: path, sizeLimit: 1 << 20)
      try Ownership.requireTrusted(file.status, at: path)
      self = try ConfigurationFile(file.bytes, keys: keys, path: path)
    } catch ReplayError.noSuchFile {
      // Nobody has to have one.
    } catch let problem as ReplayError {
      throw UsageError(
        problem.errorDescription ?? "", advice: "Make it readable, or remove it.")
    } catch let problem as FileError {
      let sentence = problem.errorDescription ?? ""
      throw UsageError(
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence,
        advice: problem.recoverySuggestion ?? "")
    }
  }

  /// Reads what stands in a file. Throws `UsageError`.
  init(_ bytes: [UInt8], keys: Set<String>?, path: String) throws {
    self.path = path
    do {
      let json = try JSON(bytes)
      profiles = try ConfigurationFile.profiles(json, keys, path)
      background = try ConfigurationFile.background(json, path)
      takesMouse = try ConfigurationFile.takesMouse(json, path)
      for key in keys ?? [] { own[key] = json[key] }
    } catch let malformed as JSON.Malformed {
      throw UsageError("\(path), \(malformed)", advice: "Put it right, or remove the file.")
    }
  }

  /// Reads the terminal's background. Throws `UsageError` for another word.
  private static func background(_ json: JSON, _ path: String) throws -> String? {
    guard let value = json["background"] else { return nil }
    guard let word = value.string, ["light", "dark"].contains(word) else {
      throw UsageError(
        "\(path): “background” is neither light nor dark",
        advice: "Write \"background\": \"light\" or \"dark\", or leave it out.")
    }
    return word
  }

  /// Reads whether the mouse is taken. Throws `UsageError` for anything but true and false.
  private static func takesMouse(_ json: JSON, _ path: String) throws -> Bool {
    switch json["mouse"] {
    case nil, .null: return true
    case .bool(let isOn): return isOn
    case let other?:
      throw UsageError("\(path), “mouse” is \(other.kind)", advice: "Write true or false.")
    }
  }

  /// Reads the profiles. Throws for anything not understood: a profile passed over in silence is looked for in vain.
  private static func profiles(
    _ json: JSON, _ keys: Set<String>?, _ path: String
  ) throws -> [Profile] {
    let advice = "Write {\"profiles\": {\"name\": {\"server\": …}}}."
    guard let members = json.members else {
      throw UsageError("\(path) is \(json.kind)", advice: advice)
    }
    let known = keys?.union(["profiles", "background", "mouse"])
    if let known, let member = members.first(where: { !known.contains($0.key) }) {
      throw UsageError("\(path) has an unknown key, “\(member.key)”", advice: advice)
    }
    guard let profiles = json["profiles"], profiles != .null else { return [] }
    guard let members = profiles.members else {
      throw UsageError("\(path): “profiles” is \(profiles.kind)", advice: advice)
    }
    return try members.map { member in
      try Profile(member.key, member.value, place: place(of: member.key, path))
    }
  }

  /// The place of a profile, for messages.
  private static func place(of profile: String, _ path: String) -> String {
    "\(path): profile “\(profile)”"
  }

  /// Does what a profile is for. Of a profile that can't be used the `UsageError` says where it stands.
  func using<Value>(
    _ profile: Profile, _ body: (Profile) throws -> Value
  ) throws -> Value {
    do {
      return try body(profile)
    } catch let problem as UsageError {
      throw UsageError(
        "\(Self.place(of: profile.name, path)): \(problem.errorDescription ?? "")",
        advice: problem.recoverySuggestion ?? "")
    }
  }
}
