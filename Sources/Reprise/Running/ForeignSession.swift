import Accounts
import Commands
import Core
import Glibc
import Networking
import Restoration
import Screens
import Terminals

/// A session that another user saved, or that belongs to another server or user. The user must
/// confirm before it is opened.
///
/// Reading a session is harmless, because it contains only data. But its author chose the servers
/// it connects to, so no screen is built and nothing is loaded before the user confirms.
struct ForeignSession {
  private let path: String
  private let snapshot: Snapshot
  private let requestedAccount: Account?
  private let servers: [String]
  /// Whether the session would be overwritten rather than opened.
  private let isReplaced: Bool

  /// Returns `nil` if the session is the user's own.
  init?(
    _ snapshot: Snapshot, path: String, author: String, account: Account?, isNamed: Bool,
    routes: RouteServers, isReplaced: Bool = false
  ) {
    // The usual session may have been moved to a new machine, so its author isn't checked. A file
    // named on the command line may come from anyone, and its author field can be forged, so it
    // must also be confirmed if it names a server that the user didn't.
    let servers = snapshot.servers(routes)
    let own = account.flatMap { ServerAddress($0.server, allowsHTTP: true)?.origin }
    let isOtherUsers =
      isNamed && (snapshot.author != author || servers.contains { $0 != own })
    guard isOtherUsers || snapshot.account != account else { return nil }
    self.path = path
    self.snapshot = snapshot
    self.servers = servers
    self.isReplaced = isReplaced
    requestedAccount = account
  }

  /// The sentences that the user needs to decide.
  var description: String {
    let author = snapshot.author.map { ForeignSession.cut($0) } ?? "an unknown user"
    var lines = [
      "\(path) says that it was saved by \(author),"
        + " \(Timestamp(seconds: snapshot.savedAt).iso)."
    ]
    if isReplaced, snapshot.account != requestedAccount {
      lines.append("It belongs to \(name(snapshot.account)).")
    } else if snapshot.account != requestedAccount {
      lines.append(
        "It belongs to \(name(snapshot.account)); here it would be used for \(name(requestedAccount))."
      )
    }
    let breadcrumb = ForeignSession.cut(snapshot.breadcrumb)
    let screens = breadcrumb.isEmpty ? "the first screen" : breadcrumb
    lines.append(
      isReplaced ? "--fresh would replace all of it: \(screens)" : "It would open: \(screens)")
    if !isReplaced, !servers.isEmpty { lines.append("It would contact: \(serverNames)") }
    return lines.map { "  " + SafeText.visible($0) }.joined(separator: "\n")
  }

  /// The servers' names aren't shortened, because the end of a host name determines its owner.
  private var serverNames: String {
    servers.map { HostName($0).displayText }.joined(separator: ", ")
  }

  /// The maximum length of the servers' names in characters, so that all sentences fit on a screen
  /// of 24 rows.
  private static let maximumServerCharacters = 800

  /// Throws `SnapshotError` if the servers can't all be shown, because an omitted one may be the
  /// malicious one.
  func requireShowable() throws {
    guard !isReplaced, serverNames.count > Self.maximumServerCharacters else { return }
    throw SnapshotError.file(
      .unsafe(path: path, "it names \(servers.count) servers, more than can be shown"))
  }

  private func name(_ account: Account?) -> String {
    account.map { ForeignSession.cut($0.description) } ?? "no server"
  }

  /// Shortens a text from the session, so that it can't push the rest off the screen.
  private static func cut(_ text: String) -> String {
    let text = text.split { $0.isWhitespace }.joined(separator: " ")
    return text.count > 120 ? text.prefix(119) + "…" : text
  }

  private var question: String { isReplaced ? "Replace it?" : "Open it?" }

  /// The message if the user declines.
  var refusal: String { isReplaced ? "nothing was replaced" : "nothing was opened" }

  /// Returns whether the user's reply is a yes; `nil` means that the input has ended.
  static func agrees(_ answer: String?) -> Bool {
    answer.map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Prompts the user in the terminal. Returns `true` for "y" or "yes"; Enter alone declines.
  func isConfirmed() -> Bool {
    StandardError.write("\(description)\n\(question) [y/N] ")
    return Self.agrees(readLine())
  }
}

extension Snapshot {
  /// The servers that the screens' routes and states name, without duplicates, starting with the
  /// top screen. They are normalized to origins if they are valid addresses.
  func servers(_ routes: RouteServers) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    for entry in entries.reversed() {
      guard let contents = entry.contents else { continue }
      var named: [String] = []
      var texts = Snapshot.texts(in: contents.state)
      switch contents.route {
      case .application(let json):
        named = routes.servers(json)
        texts = Snapshot.texts(in: json) + texts
      case .framework(let json):
        texts = Snapshot.texts(in: json) + texts
      }
      // Also finds addresses in states, and in routes that the application can't decode.
      named += texts.flatMap(Snapshot.addresses)
      for text in named {
        let server = ServerAddress(text, allowsHTTP: true)?.origin ?? text.lowercased()
        if !server.isEmpty, known.insert(server).inserted { found.append(server) }
      }
    }
    return found
  }

  /// Finds server addresses in a text, including ports.
  ///
  /// This runs before the first screen is shown; regular expressions would be too slow.
  private static func addresses(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.compactMap { index in
      guard scalars[index...].starts(with: "://".unicodeScalars) else { return nil }
      let before = String(String.UnicodeScalarView(scalars[..<index].suffix(5))).lowercased()
      guard let scheme = ["https", "http"].first(where: before.hasSuffix) else { return nil }
      let authority = scalars[(index + 3)...].prefix {
        !$0.properties.isWhitespace && !"\"'/?#".unicodeScalars.contains($0)
      }
      guard !authority.isEmpty else { return nil }
      let start = index - scheme.unicodeScalars.count
      return String(String.UnicodeScalarView(scalars[start..<authority.endIndex]))
    }
  }

  private static func texts(in json: JSON) -> [String] {
    switch json {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap { texts(in: $0) }
    case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }

  var breadcrumb: String {
    entries.map { $0.contents?.title ?? "a screen that can't be read" }
      .filter { !$0.isEmpty }.joined(separator: " › ")
  }
}

/// Finds the servers that an application's routes name.
struct RouteServers: Sendable {
  /// Returns the servers that an encoded route names; an empty array if the application can't
  /// decode it.
  let servers: @Sendable (JSON) -> [String]

  init<Route: AppRoute>(of type: Route.Type) {
    servers = { (try? StateCoder.decode(Route.self, from: $0))?.namedServers ?? [] }
  }
}
