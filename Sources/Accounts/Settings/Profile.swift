import Commands
import Core
import Networking

struct Profile: Hashable, Sendable {
  let name: String
  let server: String?
  let user: String?
  let headers: [String]
  /// The kind of server, a name that the application defines.
  let preset: String?
  let authorityFile: String?
  let passwordCommand: String?
  let refresh: String?
}

extension Profile {
  /// Whether the profile is for an account's server, or for any server.
  func isOfServer(of account: Account) -> Bool {
    guard let server else { return true }
    return ServerAddress(server, allowsHTTP: true)?.origin
      == ServerAddress(account.server, allowsHTTP: true)?.origin
  }

  /// Parses a profile; `place` is its location in messages.
  init(_ name: String, _ json: JSON, place: String) throws {
    let known: Set = [
      "server", "user", "headers", "preset", "cacert", "passwordCommand", "refresh",
    ]
    guard let members = json.members else {
      throw UsageError("\(place) is \(json.kind)", advice: "Write an object: {\"server\": …}.")
    }
    if let member = members.first(where: { !known.contains($0.key) }) {
      throw UsageError(
        "\(place) has an unknown key, “\(member.key)”",
        advice: "Known are \(known.sorted().joined(separator: ", ")).")
    }
    func text(_ key: String) throws -> String? {
      switch json[key] {
      case nil, .null: return nil
      case .string(let text): return text
      case .number(let text) where key == "refresh": return text
      case let other?:
        throw UsageError("\(place): “\(key)” is \(other.kind)", advice: "Write a text.")
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
        "\(place): “headers” is \(lines.kind)", advice: "Write a list: [\"Name: value\"].")
    }
    headers = try list.map { header in
      guard let line = header.string else {
        throw UsageError(
          "\(place): a header is \(header.kind)", advice: "Write each as \"Name: value\".")
      }
      return line
    }
  }
}
