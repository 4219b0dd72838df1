package import Commands
import Core
import FoundationEssentials
import Glibc
import Networking

/// The user's configuration in `$XDG_CONFIG_HOME/<app>/config.json`, by default below `~/.config`:
/// {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin"}}, "background":
/// "light", "lockAfter": "2m"}, where `lockAfter` is an example of an application's own key.
struct ConfigurationFile: Hashable, Sendable {
  private(set) var profiles: [Profile] = []
  private(set) var own: [String: JSON] = [:]
  /// Of the terminal: "light" or "dark".
  private(set) var background: String?
  private(set) var takesMouse = true
  private(set) var path = ""

  /// A missing file is treated as empty. Throws `UsageError` for an invalid value, and for a key
  /// that isn't in `keys`, the application's own. `nil` allows any key.
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
      throw UsageError("\(path), \(malformed)", advice: "Fix it, or remove the file.")
    }
  }

  private static func background(_ json: JSON, _ path: String) throws -> String? {
    guard let value = json["background"] else { return nil }
    guard let text = value.string, ["light", "dark"].contains(text) else {
      throw UsageError(
        "\(path): “background” is neither light nor dark",
        advice: "Write \"background\": \"light\" or \"dark\", or leave it out.")
    }
    return text
  }

  private static func takesMouse(_ json: JSON, _ path: String) throws -> Bool {
    switch json["mouse"] {
    case nil, .null: return true
    case .bool(let isOn): return isOn
    case let other?:
      throw UsageError("\(path), “mouse” is \(other.kind)", advice: "Write true or false.")
    }
  }

  /// Throws for an invalid profile, which would otherwise be missing without an explanation.
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
      try Profile(member.key, member.value, location: location(of: member.key, path))
    }
  }

  private static func location(of profile: String, _ path: String) -> String {
    "\(path): profile “\(profile)”"
  }

  func using<Value>(
    _ profile: Profile, _ body: (Profile) throws -> Value
  ) throws -> Value {
    do {
      return try body(profile)
    } catch let problem as UsageError {
      throw UsageError(
        "\(Self.location(of: profile.name, path)): \(problem.errorDescription ?? "")",
        advice: problem.recoverySuggestion ?? "")
    }
  }
}

struct Profile: Hashable, Sendable {
  let name: String
  let server: String?
  let user: String?
  let headers: [String]
  /// A name that the application defines.
  let preset: String?
  let authorityFile: String?
  let passwordCommand: String?
  let refresh: String?
}

extension Profile {
  /// True for a profile of any server, too.
  func isOfServer(of account: Account) -> Bool {
    guard let server else { return true }
    return ServerAddress(server, allowsHTTP: true)?.origin
      == ServerAddress(account.server, allowsHTTP: true)?.origin
  }

  init(_ name: String, _ json: JSON, location: String) throws {
    let known: Set = [
      "server", "user", "headers", "preset", "cacert", "passwordCommand", "refresh",
    ]
    guard let members = json.members else {
      throw UsageError("\(location) is \(json.kind)", advice: "Write an object: {\"server\": …}.")
    }
    if let member = members.first(where: { !known.contains($0.key) }) {
      throw UsageError(
        "\(location) has an unknown key, “\(member.key)”",
        advice: "Known are \(known.sorted().joined(separator: ", ")).")
    }
    func text(_ key: String) throws -> String? {
      switch json[key] {
      case nil, .null: return nil
      case .string(let text): return text
      case .number(let text) where key == "refresh": return text
      case let other?:
        throw UsageError("\(location): “\(key)” is \(other.kind)", advice: "Write a text.")
      }
    }
    self.name = name
    server = try text("server")
    user = try text("user")
    preset = try text("preset")
    authorityFile = try text("cacert")
    passwordCommand = try text("passwordCommand")
    refresh = try text("refresh")
    let lines = json["headers"] ?? .null
    guard let list = lines == .null ? [] : lines.array else {
      throw UsageError(
        "\(location): “headers” is \(lines.kind)", advice: "Write a list: [\"Name: value\"].")
    }
    headers = try list.map { header in
      guard let line = header.string else {
        throw UsageError(
          "\(location): a header is \(header.kind)", advice: "Write each as \"Name: value\".")
      }
      return line
    }
  }
}

/// The terminal settings from the command line and the configuration file.
package struct TerminalSettings: Hashable, Sendable {
  /// "light" or "dark".
  package let background: String?
  /// `--no-mouse`, or `"mouse": false` in config.json, leaves the mouse to the terminal.
  package let takesMouse: Bool

  package init(
    application: String, _ arguments: Arguments, environment: [String: String]
  ) throws {
    let file = try ConfigurationFile(
      application: application, keys: nil, environment: environment)
    background = file.background
    takesMouse = file.takesMouse && !arguments.has("no-mouse")
  }
}
