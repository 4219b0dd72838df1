import Accounts
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Patients
@testable import Reprise

/// The real executable at a server that has no end of a record: the memory that it takes to save
/// the record, and to show it offline.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .enabled(if: geteuid() == 0, "only root may begin the count of such a program's memory anew"),
  .timeLimit(.minutes(Soak.count(10, of: 120))))
struct HostileRecordTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"
  /// The maximum resident memory of the process in MiB, its own program included (some 25 MiB):
  /// two refreshed sections and a save take 92 to 122 MiB on a quiet machine. Beside a load of 5,
  /// when responses wait for the main thread, it was 149.
  private static let limit = 170

  /// The kind of thing that the server has too much of.
  enum Excess: CaseIterable {
    case texts, values, entries
  }

  @Test(
    "patients saves and shows a hostile record in limited memory",
    arguments: Excess.allCases.shuffled().prefix(Soak.count(1, of: Excess.allCases.count)))
  func itIsSavedAndShownInLittleMemory(excess: Excess) async throws {
    let viewer = try await SealedViewer(keeping: [Self.grace])
    let terminal = viewer.terminal
    try await terminal.unlock()
    _ = try await terminal.walk(.open("grace"))
    try await terminal.wait(for: "Odhiambo")
    // To derive the key takes 64 MiB, which aren't the record's.
    let memory = try PeakMemory(of: terminal.processIdentifier())
    try await save(terminal)
    let usual = try memory.mebibytes
    for service in ["encounter", "visit", "condition", "order", "programenrollment", "obs"] {
      let pages = EndlessPages(excess, service)
      viewer.clinic.faults.change(service) { $0 = .json(pages.next()) }
    }
    for key in ["7", "1"] as [Key] { try await refresh(key, viewer) }
    try await save(terminal)
    let saving = try memory.mebibytes
    #expect(try await viewer.copies(viewer.vault())[0].entry.missing.contains("the earliest enc"))
    try await viewer.kill()
    // The process after it has nothing but the file.
    try await viewer.relaunchWithoutTheServer()
    try await terminal.wait(for: "Odhiambo")
    let showing = try PeakMemory(of: terminal.processIdentifier())
    for key in "2345678" {
      try terminal.press(.character(key))
      _ = try await terminal.waitUntilQuiet()
    }
    print("\(excess): usual \(usual), saving \(saving), showing \(try showing.mebibytes) MiB")
    #expect(saving <= Self.limit)
    #expect(try showing.mebibytes <= Self.limit)
  }

  /// Refreshes a section, and waits until all there is room for has come.
  private func refresh(_ section: Key, _ viewer: SealedViewer) async throws {
    try viewer.terminal.press(section)
    _ = try await viewer.terminal.settled("[")
    let before = try await viewer.clinic.server.seen().requests.count
    try viewer.terminal.press("r")
    _ = try await viewer.clinic.server.seen(requests: before + 1)
    try await viewer.terminal.waitUntilGone("Loading…")
  }

  private func save(_ terminal: TmuxTerminal) async throws {
    // A record that was saved in this very second isn't saved again.
    let second = Int(Date.now.timeIntervalSince1970)
    try await waitUntil("the next second has come") {
      Int(Date.now.timeIntervalSince1970) > second
    }
    try terminal.press("o")
    var screen: [String] = []
    // On a busy machine the whole takes longer than a test waits for anything, but it goes on.
    while !screen.contains(where: { $0.contains("1 of 1 saved") }) {
      try await waitUntil("the save goes on") { try terminal.screen() != screen }
      screen = try terminal.screen()
    }
    try terminal.press(.escape)
    try await terminal.wait(for: "Summary]")
  }
}

/// The most memory that a process has had resident since the count began.
private struct PeakMemory {
  private let directory: String

  init(of process: Int32) throws {
    directory = "/proc/\(process)"
    try Data("5".utf8).write(to: URL(filePath: "\(directory)/clear_refs"))
  }

  var mebibytes: Int {
    get throws {
      let handle = FileHandle(forReadingAtPath: "\(directory)/status")
      let status = String(decoding: try handle?.readToEnd() ?? Data(), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber))) >> 10
    }
  }
}

/// A list that never ends, of which each page has as much as a page may have, and 50 entries.
private final class EndlessPages: Sendable {
  private let excess: HostileRecordTests.Excess
  private let service: String
  private let count = Mutex(0)
  private static let text = String(repeating: "x", count: 80_000)

  init(_ excess: HostileRecordTests.Excess, _ service: String) {
    self.excess = excess
    self.service = service
  }

  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let entries = (0..<50).map { entry in
      let id = "\(service)-\(number)-\(entry)"
      let start =
        #"{"uuid":"\#(id)","encounterDatetime":"2026-11-20T08:00:00.000+0000","#
        + #""startDatetime":"2026-11-20T08:00:00.000+0000","display":"#
      switch excess {
      case .texts: return start + #""\#(Self.text)","comments":"\#(Self.text)"}"#
      case .values:
        let values = (0..<400).map {
          #"{"uuid":"\#(id)-\#($0)","value":1,"concept":{"uuid":"c","display":"x"}}"#
        }
        return start + #""D","obs":[\#(values.joined(separator: ","))]}"#
      case .entries: return start + #""D"}"#
      }
    }
    return #"{"results":[\#(entries.joined(separator: ","))],"totalCount":1000000,"#
      + #""links":[{"rel":"next","uri":"x"}]}"#
  }
}
