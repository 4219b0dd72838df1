import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// What has failed, and what nothing is known of, is seen first.
@MainActor @Suite struct WhatNeedsTheOperatorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A list of started systems, of which one has failed and one says a word that isn't known;
  /// `updated` marks all as changed.
  private func write(count: Int, updated: Int = 0) throws -> String {
    let entries = (1...count).map { id in
      let text = id == 7 ? "Fehlgeschlagen" : id == 9 ? "Frobnicated" : "Running"
      return #"{"id": \#(id), "name": "db-\#(id)", "currentstatus": "X\#(id)", "#
        + #""currentstatus_text": "\#(text)", "updated": \#(1_790_000_000 + updated)}"#
    }
    return try directory.write("list.json", "[" + entries.joined(separator: ",") + "]")
  }

  @Test(arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func noWindowCutsTheCountOfFailedAndUnknownSystems(size: Size) async throws {
    let path = try write(count: 1200)
    let session = try await cloudBurst(unplugged: path, size: size)
    // By id, of which no heading is in sight; then with news.
    for keys in [[], ["I", "I"], ["r"]] as [[Key]] {
      if keys == ["r"] { _ = try write(count: 1201, updated: 60) }
      for key in keys { await session.press(key) }
      try session.expect(" 1 failed · 1 unknown")
    }
    await session.press("N")
    try session.expect(" 1 failed · 1 unknown · 1,201 systems")
    await session.press("/")
    await session.type("db")
    await session.press(.enter)
    try session.expect(" 1 failed · 1 unknown · 1,")
  }

  @Test("CloudBurst key T sorts failed and unknown first") func oneKeyPutsThemFirst() async throws {
    let session = try await cloudBurst()
    await session.press("?")
    try session.expect("Sort by STATUS, failed and unknown first")
    await session.press(.escape, "T", .home)
    let order = (2...15).map { session.frame.text(ofRow: $0).dropFirst().first }
    #expect(String(order.compactMap(\.self)) == "✕??◐◐◐◐◐■■■●●●")
    #expect(session.selectedText?.hasPrefix("✕ Cluster ND – collaudo") == true)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.hasPrefix("✕ Cluster ND – collaudo") == true)
  }
}
