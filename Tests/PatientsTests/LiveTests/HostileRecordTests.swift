#if canImport(Glibc)
  import Foundation
  import RepriseTesting
  import Synchronization
  import Testing

  @testable import Patients
  @testable import Reprise

  /// The real executable at a server that has no end of a record, and what it takes of the machine's memory meanwhile.
  @MainActor
  @Suite(
    .serialized,
    .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
    .enabled(if: geteuid() == 0, "only root may begin the count of a program's memory anew"),
    .timeLimit(.minutes(10)))
  struct HostileRecordTests {
    private static let grace = "a0000001-0000-4000-8000-000000001eef"

    /// What the server has too much of.
    enum Excess: CaseIterable {
      case texts, values, entries
    }

    @Test(arguments: Excess.allCases)
    func savingAndOpeningIt(excess: Excess) async throws {
      let viewer = try await SealedViewer(keeping: [Self.grace])
      let terminal = viewer.terminal
      try await terminal.unlock()
      _ = try await terminal.walk(.open("grace"))
      try await terminal.wait(for: "Odhiambo")
      let memory = try Peak(of: terminal.processIdentifier())
      print("\(excess): patient \(try memory.mebibytes())")
      try await save(terminal)
      print("\(excess): small save \(try memory.mebibytes())")
      for service in ["encounter", "visit", "condition", "order", "programenrollment", "obs"] {
        let page = EndlessPages(excess, service)
        viewer.clinic.faults.change(service) { $0 = .json(page.next()) }
      }
      try memory.beginAnew()
      let start = ContinuousClock.now
      try await save(terminal)
      print("\(excess): save \(try memory.mebibytes()) in \(ContinuousClock.now - start)")
      let name = try await viewer.vault().name(of: "patient \(Self.grace)")
      let size = try FileManager.default.attributesOfItem(atPath: "\(viewer.folder.path)/saved/\(name)")[.size]
      print("\(excess): file \(size ?? 0)")
      try await viewer.clinic.goAway()
      try memory.beginAnew()
      try terminal.press(.escape)
      for key in ["2", "3", "4", "5", "6", "7", "8"] {
        try terminal.press(.character(Character(key)))
        let screen = try await terminal.waitUntilQuiet()
        print("\(excess): section \(key) \(try memory.mebibytes())")
        if key == "3" { print(screen.text.joined(separator: "\n")) }
      }
      try await viewer.kill()
      // A new process has nothing but the file.
      try await viewer.relaunchWithoutTheServer()
      try await terminal.wait(for: "Odhiambo")
      _ = try await terminal.waitUntilQuiet()
      let again = try Peak(of: terminal.processIdentifier())
      for key in ["2", "3", "4", "5", "6", "7", "8"] {
        try terminal.press(.character(Character(key)))
        let screen = try await terminal.waitUntilQuiet()
        print("\(excess): offline \(key) \(try again.mebibytes())")
        if key == "3" { print(screen.text.joined(separator: "\n")) }
      }
    }

    private func save(_ terminal: TmuxTerminal) async throws {
      // Who was saved in the very second in which it is asked for is saved.
      let second = Int(Date.now.timeIntervalSince1970)
      try await waitUntil("the next second has come") {
        Int(Date.now.timeIntervalSince1970) > second
      }
      try terminal.press("o")
      try await terminal.wait(for: "1 of 1 saved")
      print(try terminal.screen().joined(separator: "\n"))
      try terminal.press(.escape)
      try await terminal.wait(for: "Odhiambo")
    }
  }

  /// The most memory that a process has had resident since the count began.
  private struct Peak {
    private let folder: String

    init(of process: Int32) throws {
      folder = "/proc/\(process)"
      try beginAnew()
    }

    func beginAnew() throws {
      guard let file = fopen("\(folder)/clear_refs", "w") else { throw POSIXError(.EACCES) }
      defer { fclose(file) }
      fputs("5", file)
    }

    func mebibytes() throws -> Int {
      let handle = FileHandle(forReadingAtPath: "\(folder)/status")
      let status = String(decoding: try handle?.readToEnd() ?? Data(), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber))) >> 10
    }
  }

  /// A list that never ends, of which each page is as large as a page may be.
  private final class EndlessPages: Sendable {
    private let excess: HostileRecordTests.Excess
    private let service: String
    private let count = Mutex(0)

    init(_ excess: HostileRecordTests.Excess, _ service: String) {
      self.excess = excess
      self.service = service
    }

    func next() -> String {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let text = String(repeating: "x", count: 160_000)
      let entries = (0..<50).map { entry in
        let id = "\(service)-\(number)-\(entry)"
        let common = #""uuid":"\#(id)","display":"D","encounterDatetime":"2026-11-20T08:00:00.000+0000","startDatetime":"2026-11-20T08:00:00.000+0000""#
        switch excess {
        case .texts: return #"{\#(common),"display":"\#(text)","comments":"\#(text)"}"#
        case .values:
          let obs = (0..<120).map { #"{"uuid":"\#(id)-\#($0)","display":"a","value":1,"concept":{"uuid":"c","display":"x"}}"# }
          return #"{\#(common),"obs":[\#(obs.joined(separator: ","))]}"#
        case .entries: return "{\(common)}"
        }
      }
      return #"{"results":[\#(entries.joined(separator: ","))],"totalCount":1000000,"links":[{"rel":"next","uri":"x"}]}"#
    }
  }
#endif
