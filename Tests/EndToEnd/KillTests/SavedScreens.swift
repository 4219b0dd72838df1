import Reprise
import Restoration

/// The screens of a snapshot and the messages beside them, but for the moments of these: the twin's
/// clock stands.
struct SavedScreens: Equatable {
  let entries: [Snapshot.Entry]
  /// Each as often as it was said. A help names the key of messages if there are any, so they
  /// count. What an export comes to is left out: it is written beside everything else, and ends
  /// before or after the keys that follow.
  let messages: [String]

  /// Reads a snapshot's body; nothing is saved yet where there is none.
  init(_ body: [UInt8]?) throws {
    let snapshot = try body.map { try Snapshot(body: $0) }
    entries = snapshot?.entries ?? []
    messages =
      snapshot?.messages.messages.filter { !$0.text.hasPrefix(Twin.directory) }
      .flatMap { Array(repeating: $0.text, count: min($0.count, 1_000)) } ?? []
  }
}
