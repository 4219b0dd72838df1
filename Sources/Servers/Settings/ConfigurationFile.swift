import Commands
import Files
import Foundation
import Networking
import Values

/// The configuration that a person wrote into `$XDG_CONFIG_HOME/<app>/config.json`, by default below `~/.config`.
///
///     {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin", "preset": "iwd"}},
///      "lockAfter": "2m"}
///
/// `lockAfter` is a key of an application's own.
struct ConfigurationFile: Hashable, Sendable {
  /// The profiles, in the file's order.
  private(set) var profiles: [Profile] = []
  /// The application's own keys, with their values.
  private(set) var own: [String: JSON] = [:]
  private(set) var path = ""

  /// Reads the file; none is as good as an empty one. Throws `UsageProblem` for what can't be understood, and for a key that is none of
  /// `keys`, the application's own; without `keys` any may be there.
  init(application: String, keys: Set<String>?, environment: [String: String]) throws {
    // A relative path would be another file in every folder.
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = configured ?? home else { return }
    path = "\(folder)/\(application)/config.json"
    do {
      let file = try NamedFile.contents(of: path, sizeLimit: 1 << 20)
      try ConfigurationFile.requireOwn(file.status, path)
      self = try ConfigurationFile(file.bytes, keys: keys, path: path)
    } catch ReplayProblem.noSuchFile {
      // Nobody has to have one.
    } catch let problem as ReplayProblem {
      throw UsageProblem(
        problem.errorDescription ?? "", advice: "Make it readable, or remove it.")
    }
  }

  /// Reads what stands in a file. Throws `UsageProblem`.
  init(_ bytes: [UInt8], keys: Set<String>?, path: String) throws {
    self.path = path
    do {
      let json = try JSON(bytes)
      profiles = try ConfigurationFile.profiles(json, keys, path)
      for key in (keys ?? []).union([MouseSetting.key]) { own[key] = json[key] }
    } catch let malformed as JSON.Malformed {
      throw UsageProblem("\(path), \(malformed)", advice: "Put it right, or remove the file.")
    }
  }

  /// Sees that nobody else could have written the file: it names commands that are run. Throws `UsageProblem`.
  private static func requireOwn(_ status: stat, _ path: String) throws {
    if status.st_uid != geteuid(), status.st_uid != 0 {
      throw UsageProblem(
        "\(path) belongs to another user, so it isn't obeyed",
        advice: "Make it yours, or remove it.")
    }
    if UserGroups.system.letOthersWrite(status) {
      throw UsageProblem(
        "\(path) can be written by others, so it isn't obeyed",
        advice: "chmod go-w \(path)")
    }
  }

  /// Reads the profiles. Throws for anything not understood: a profile passed over in silence is looked for in vain.
  private static func profiles(
    _ json: JSON, _ keys: Set<String>?, _ path: String
  ) throws -> [Profile] {
    let advice = "Write {\"profiles\": {\"name\": {\"server\": …}}}."
    guard let members = json.members else {
      throw UsageProblem("\(path) is \(json.kind)", advice: advice)
    }
    if let member = members.first(where: {
      $0.key != "profiles" && $0.key != MouseSetting.key && keys?.contains($0.key) == false
    }) {
      throw UsageProblem("\(path) has an unknown key, “\(member.key)”", advice: advice)
    }
    guard let profiles = json["profiles"], profiles != .null else { return [] }
    guard let members = profiles.members else {
      throw UsageProblem("\(path): “profiles” is \(profiles.kind)", advice: advice)
    }
    return try members.map { member in
      try Profile(member.key, member.value, place: place(of: member.key, path))
    }
  }

  /// The place of a profile, for messages.
  private static func place(of profile: String, _ path: String) -> String {
    "\(path): profile “\(profile)”"
  }

  /// Does what a profile is for. Of a profile that can't be used the `UsageProblem` says where it stands.
  func using<Value>(
    _ profile: Profile, _ body: (Profile) throws -> Value
  ) throws -> Value {
    do {
      return try body(profile)
    } catch let problem as UsageProblem {
      throw UsageProblem(
        "\(Self.place(of: profile.name, path)): \(problem.errorDescription ?? "")",
        advice: problem.recoverySuggestion ?? "")
    }
  }
}
