import Foundation
import Networking
import Values

/// What a person wrote into `$XDG_CONFIG_HOME/<app>/config.json`, by default below `~/.config`.
///
///     {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin", "preset": "iwd"}},
///      "lockAfter": "2m"}
struct ConfigurationFile: Hashable, Sendable {
  /// In the file's order.
  private(set) var profiles: [Profile] = []
  /// After how long an application behind a gate locks itself; nil if it isn't said. It is of the terminal, not of a server.
  private(set) var idleLimit: IdleLimit?

  /// Reads the file; none is as good as an empty one. Throws `UsageProblem` for what can't be understood.
  init(application: String, environment: [String: String]) throws {
    let home = environment["HOME"].map { $0 + "/.config" }
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = configured ?? home else { return }
    let path = "\(folder)/\(application)/config.json"
    do {
      let bytes = try FixtureFile.read(path, sizeLimit: 1 << 20)
      let json = try JSON(bytes)
      profiles = try ConfigurationFile.profiles(json, path)
      idleLimit = try ConfigurationFile.idleLimit(json["lockAfter"] ?? .null, path)
    } catch FixtureProblem.noSuchFile {
      // Nobody has to have one.
    } catch let problem as FixtureProblem {
      throw UsageProblem(
        problem.errorDescription ?? "", advice: "Make it readable, or remove it.")
    } catch let malformed as JSON.Malformed {
      throw UsageProblem("\(path), \(malformed)", advice: "Put it right, or remove the file.")
    }
  }

  /// What isn't understood is said: a profile that is passed over in silence is looked for in vain.
  private static func profiles(_ json: JSON, _ path: String) throws -> [Profile] {
    let advice = "Write {\"profiles\": {\"name\": {\"server\": …}}}."
    guard let members = json.members else {
      throw UsageProblem("\(path) is \(json.kind)", advice: advice)
    }
    if let member = members.first(where: { !["profiles", "lockAfter"].contains($0.key) }) {
      throw UsageProblem("\(path) has an unknown key, “\(member.key)”", advice: advice)
    }
    guard let profiles = json["profiles"], profiles != .null else { return [] }
    guard let members = profiles.members else {
      throw UsageProblem("\(path): “profiles” is \(profiles.kind)", advice: advice)
    }
    return try members.map { member in
      try Profile(member.key, member.value, place: "\(path): profile “\(member.key)”")
    }
  }

  private static func idleLimit(_ json: JSON, _ path: String) throws -> IdleLimit? {
    let place = "\(path), “lockAfter”"
    switch json {
    case .null: return nil
    case .string(let text), .number(let text): return try IdleLimit(text, place: place)
    default:
      throw UsageProblem("\(place) is \(json.kind)", advice: "Write a text: \"90s\", \"5m\".")
    }
  }
}
