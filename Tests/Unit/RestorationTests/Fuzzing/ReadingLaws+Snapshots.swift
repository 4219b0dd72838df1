import Core

@testable import Restoration

extension ReadingLaws {
  /// A body that can be read is the same snapshot once it is written again, and so is each of its
  /// screens. One that can't be read is refused with a reason.
  static func checkSnapshot(_ body: [UInt8]) throws {
    let snapshot: Snapshot
    do {
      snapshot = try Snapshot(body: body)
    } catch is SnapshotError {
      return
    }
    let written = snapshot.body
    let reread = try Snapshot(body: written)
    try hold(reread == snapshot, "a snapshot that was written reads otherwise")
    try hold(reread.body == written, "a snapshot is written otherwise the second time")
    for entry in snapshot.entries { try checkEntry(entry) }
  }

  private static func checkEntry(_ entry: Snapshot.Entry) throws {
    guard let contents = entry.contents else {
      return try hold(entry.withoutState == entry, "a screen that can't be read was changed")
    }
    let written = Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: contents.state, others: contents.others)
    try hold(written.contents == contents, "a screen that was written reads otherwise")
    let fresh = entry.withoutState.contents
    try hold(
      fresh?.route == contents.route && fresh?.state == .object([]),
      "a screen without its state leads somewhere else")
  }
}
