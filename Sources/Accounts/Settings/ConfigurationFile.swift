import Commands
import Core
import Foundation
import Networking

/// The user's configuration in `$XDG_CONFIG_HOME/<app>/config.json`, by default below `~/.config`.
///
///     {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin",
///       "preset": "iwd"}},
///      "background": "light", "lockAfter": "2m"}
///
/// `background` is that of the terminal, in every application. `lockAfter` is an example of an
/// application's own key.
struct ConfigurationFile: Hashable, Sendable {
  private(set) var profiles: [Profile] = []
  private(set) var own: [String: JSON] = [:]
  /// The background of the terminal, "light" or "dark"; `nil` if it isn't set.
  private(set) var background: String?
  private(set) var takesMouse = true
  private(set) var path = ""

  /// Reads the file; a missing file is treated as empty. Throws `UsageError` for an invalid
  /// value, and for a key that isn't in `keys`, the application's own. `nil` allows any key.
  init(application: String, keys: Set<String>?, environment: [String: String]) throws {
    // A relative path would name a different file in every directory.
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let directory = configured ?? home else { return }
    path = "\(directory)/\(application)/config.json"
    do {
      let file = try NamedFile.contents(of: path, sizeLimit: 1 << 20)
      try Ownership.requireTrusted(file.status, at: path)
      self = try ConfigurationFile(file.bytes, keys: keys, path: path)
    } catch ReplayError.noSuchFile {
      // The file is optional.
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

  private static func background(_ json: JSON, _ path: String) throws -> String? {
    guard let value = json["background"] else { return nil }
    guard let word = value.string, ["light", "dark"].contains(word) else {
      throw UsageError(
        "\(path): “background” is neither light nor dark",
        advice: "Write \"background\": \"light\" or \"dark\", or leave it out.")
    }
    return word
  }

  private static func takesMouse(_ json: JSON, _ path: String) throws -> Bool {
    switch json["mouse"] {
    case nil, .null: return true
    case .bool(let isOn): return isOn
    case let other?:
      throw UsageError("\(path), “mouse” is \(other.kind)", advice: "Write true or false.")
    }
  }

  /// Parses the profiles. Throws for any invalid one, which would otherwise be missing without an
  /// explanation.
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

  private static func place(of profile: String, _ path: String) -> String {
    "\(path): profile “\(profile)”"
  }

  /// Runs work with a profile, and adds the profile's location to a `UsageError`.
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
