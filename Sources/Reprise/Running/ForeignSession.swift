import Commands
import Foundation
import Networking
import Restoration
import Servers
import Terminals
import Values

/// A session that somebody else saved, or for another server or user: the person is told so before anything of it is opened.
///
/// A session holds nothing but data, so looking costs nothing. But the server it leads to is somebody else's choice: no screen is built and
/// nothing is fetched until the person has agreed.
struct ForeignSession {
  private let path: String
  private let snapshot: Snapshot
  private let asked: Account?
  /// The servers that the session's screens name.
  private let servers: [String]
  /// True if the session isn't opened but overwritten.
  private let isReplaced: Bool

  /// A foreign session; nil if the session is the person's own.
  init?(
    _ snapshot: Snapshot, path: String, author: String, account: Account?, isNamed: Bool,
    routes: RouteServers, isReplaced: Bool = false
  ) {
    // The usual session may have come along to a new machine. A file that was named on the command line may be anybody's, and say of its
    // author what its sender likes: so it is asked about, too, if it leads to a server that the person didn't name.
    let servers = snapshot.servers(routes)
    let own = account.flatMap { ServerAddress($0.server, allowsHTTP: true)?.origin }
    let isAnothers =
      isNamed && (snapshot.author != author || servers.contains { $0 != own })
    guard isAnothers || snapshot.account != account else { return nil }
    self.path = path
    self.snapshot = snapshot
    self.servers = servers
    self.isReplaced = isReplaced
    asked = account
  }

  /// The sentences that the person needs to decide.
  var description: String {
    let author = snapshot.author.map { ForeignSession.cut($0) } ?? "somebody unknown"
    var lines = [
      "\(path) says that it was saved by \(author),"
        + " \(UTCTime(secondsSince1970: snapshot.savedAt))."
    ]
    if isReplaced, snapshot.account != asked {
      lines.append("It belongs to \(name(snapshot.account)).")
    } else if snapshot.account != asked {
      lines.append(
        "It belongs to \(name(snapshot.account)); here it would be used for \(name(asked)).")
    }
    let place = ForeignSession.cut(snapshot.place)
    let screens = place.isEmpty ? "the first screen" : place
    lines.append(
      isReplaced ? "--fresh would replace all of it: \(screens)" : "It would open: \(screens)")
    if !isReplaced, !servers.isEmpty { lines.append("It would ask: \(serverWords)") }
    return lines.map { "  " + SafeText.visible($0) }.joined(separator: "\n")
  }

  /// The servers, none of them shortened: the end of a host's name says whose it is.
  private var serverWords: String {
    servers.map { HostName($0).words }.joined(separator: ", ")
  }

  /// The most characters of the servers' names: with the other sentences they are to stand on a screen of 24 rows.
  private static let mostOfServers = 800

  /// Sees that the person can be told of every server. Throws `SnapshotError`: the one that isn't shown may be the one that matters.
  func requireShowable() throws {
    guard !isReplaced, serverWords.count > Self.mostOfServers else { return }
    throw SnapshotError.file(
      .unsafe(path: path, "it names \(servers.count) servers, more than can be shown"))
  }

  private func name(_ account: Account?) -> String {
    account.map { ForeignSession.cut($0.words) } ?? "no server"
  }

  /// Shortens a text of somebody else's, which mustn't push the rest off the screen.
  private static func cut(_ text: String) -> String {
    let text = text.split { $0.isWhitespace }.joined(separator: " ")
    return text.count > 120 ? text.prefix(119) + "…" : text
  }

  private var question: String { isReplaced ? "Replace it?" : "Open it?" }

  /// The outcome when the person doesn't agree.
  var refusal: String { isReplaced ? "nothing was replaced" : "nothing was opened" }

  /// Tells whether an answer is a yes; nil is the end of the terminal.
  static func agrees(_ answer: String?) -> Bool {
    answer.map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Asks at the terminal. Returns true if the person agrees; Enter alone doesn't.
  func isConfirmed() -> Bool {
    StandardError.write("\(description)\n\(question) [y/N] ")
    return Self.agrees(readLine())
  }
}
