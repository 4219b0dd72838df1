import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// However the real executable ends, nothing of a patient lies in the clear: not in a file, not in
/// a name, not in a title of the terminal's window, and not on the screen that is left.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(10)))
struct ClearTextTests {
  enum Ending: CaseIterable {
    case quit, lock, logOut, kill, crash
  }

  private static let grace = "a0000001-0000-4000-8000-000000001eef"
  private static let walk: [Key] = .open("grace") + ["3"]
  /// What is typed as a filter, and nobody's name.
  private static let typed = "zebrafink"
  /// Names, identifiers, findings, ids; what was typed; and the password.
  private static let secrets =
    ["Grace", "Akinyi", "Odhiambo", "grace", "1000F3", "FIX-22114", "22114-08", "Penicillin"]
    + [grace, typed, Clinic.password]

  @Test(
    "patients leaves no patient data in clear text, however it ends", arguments: Ending.allCases)
  func nothingOfAPatientIsLeftInTheClear(ending: Ending) async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let place = try Place(clinic)
    let terminal = place.terminal
    try await terminal.unlock()
    _ = try await terminal.walk(Self.walk)
    try terminal.press("o")
    try await terminal.wait(for: "1 of 1 saved")
    try terminal.press(.escape)
    _ = try await terminal.settled("Encounters]")
    try terminal.press("/")
    try terminal.type(Self.typed)
    try await terminal.wait(for: Self.typed)
    let process = try terminal.processIdentifier()
    try Self.expectNothing(of: process, outside: place)
    try await end(ending, clinic, terminal)
    #expect(FileManager.default.fileExists(atPath: place.home + "/state/patients"))
    try Self.expectNothingInTheClear(place, ending)
  }

  private func end(_ ending: Ending, _ clinic: Clinic, _ terminal: TmuxTerminal) async throws {
    switch ending {
    case .quit:
      try terminal.press(.control("q"))
      try await terminal.waitForDeath()
    case .lock:
      try terminal.press(.escape)
      try await terminal.waitUntilGone(Self.typed)
      try terminal.press("L")
      try await terminal.wait(for: "› Locked")
    case .logOut:
      try await clinic.server.serve(
        Clinic.services + "session", TestResponse(status: 204, reason: "No Content"))
      try terminal.press(.escape)
      try await terminal.waitUntilGone(Self.typed)
      // One more than needed would make another key of the next one's sequence.
      while case let here = try terminal.screen(), here.first?.contains("› Home  ") != true {
        try terminal.press(.escape)
        try await terminal.wait("another screen") {
          try terminal.screen()[1..<23] != here[1..<23]
        }
      }
      try terminal.press(.end)
      try await terminal.wait("the last row") {
        try terminal.screenWithStyles().selectedText?.hasPrefix("Log out") == true
      }
      try terminal.press(.enter)
      try await terminal.wait(for: "Log out and delete ]")
      try terminal.press(.tab, .tab)
      _ = try await terminal.waitUntilQuiet()
      try terminal.press(.enter)
      try await terminal.wait(for: "[ Log in ]")
    case .kill, .crash:
      let signal = ending == .kill ? SIGKILL : SIGSEGV
      try terminal.kill(signal)
      #expect(try await terminal.end() == .signal(signal))
    }
  }

  /// What a run leaves behind, and where.
  private struct Place {
    let home: String
    let output: TemporaryDirectory
    let terminal: TmuxTerminal

    /// The environment has no folder that isn't the test's own.
    @MainActor init(_ clinic: Clinic) throws {
      home = clinic.home.path
      output = try TemporaryDirectory()
      var environment: [String: String?] = ["HOME": home, "TZ": "UTC"]
      for (name, directory) in [
        "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
        "XDG_DATA_HOME": "data", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp",
      ] {
        let path = clinic.home.file(directory)
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        environment[name] = path
      }
      terminal = try TmuxTerminal(
        environment: environment, running: [BuiltProgram.path("patients")] + clinic.words)
      try terminal.copyOutput(into: output.file("output"))
    }
  }

  private static func expectNothingInTheClear(_ place: Place, _ ending: Ending) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: place.home)
    #expect(files.contains { $0.contains("/vaults/") } == (ending != .logOut))
    let titles = Clinic.titles(in: try place.output.bytes("output"))
    // A kill leaves the terminal as it is, and what stood there with it; nobody is there to change that.
    let screen = ending == .kill ? "" : try place.terminal.screen().joined(separator: "\n")
    for secret in secrets {
      #expect(!titles.contains(secret), "\(secret) in a title")
      #expect(!screen.contains(secret), "\(secret) on the screen")
      for file in files {
        #expect(!file.contains(secret), "\(secret) in the name \(file)")
        let bytes = FileManager.default.contents(atPath: "\(place.home)/\(file)") ?? Data()
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file), \(ending)")
      }
    }
  }

  /// That the process has no file open to be written that isn't in the test's own folders, and none
  /// of the secrets where other processes can see them.
  private static func expectNothing(of process: Int32, outside place: Place) throws {
    let directory = "/proc/\(process)"
    for name in ["cmdline", "environ"] {
      // Whoever isn't root can't even read what another process was started with.
      guard let bytes = contents("\(directory)/\(name)") else { continue }
      #expect(!bytes.isEmpty)
      for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)") }
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory + "/fd")) ?? [] {
      let info = String(
        decoding: contents("\(directory)/fdinfo/\(name)") ?? Data(), as: UTF8.self)
      let path = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(directory)/fd/\(name)")
      let flags =
        info.split(separator: "\n").first { $0.hasPrefix("flags:") }?
        .split(whereSeparator: \.isWhitespace).last.flatMap { Int($0, radix: 8) } ?? 0
      guard let path, path.hasPrefix("/"), !path.hasPrefix("/dev/"), flags & 3 != 0 else {
        continue
      }
      // Other processes can't read a file without a name, and it is gone with the process: here the
      // file that collects stderr while the screen is shown.
      #expect(path.hasPrefix(place.home) || path.hasSuffix(" (deleted)"), "\(path)")
    }
  }

  /// A file of the kernel's, which has no size.
  private static func contents(_ path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    return try? handle.readToEnd() ?? Data()
  }

  @Test("patients keeps a password out of /proc and core dumps")
  func aPasswordFromACommandIsNowhereToBeSeenAndNothingIsDumped() async throws {
    let clinic = try await Clinic()
    try clinic.home.write("password", Clinic.password + "\n")
    let terminal = try clinic.terminal(
      "--password-command", "cat '\(clinic.home.file("password"))'")
    try await terminal.wait(for: "› Home")
    let process = try terminal.processIdentifier()
    for name in ["cmdline", "environ"] {
      guard let bytes = Self.contents("/proc/\(process)/\(name)") else { continue }
      #expect(!bytes.isEmpty)
      #expect(bytes.range(of: Data(Clinic.password.utf8)) == nil, "\(name)")
    }
    let limits = String(
      decoding: try #require(Self.contents("/proc/\(process)/limits")), as: UTF8.self)
    #expect(limits.contains(/Max core file size +0 +0\s/))
    try clinic.home.write("password", "")
    try terminal.kill(SIGSEGV)
    #expect(try await terminal.end() == .signal(SIGSEGV))
    for file in try clinic.home.files() {
      let bytes = FileManager.default.contents(atPath: clinic.home.file(file)) ?? Data()
      #expect(bytes.range(of: Data(Clinic.password.utf8)) == nil, "\(file)")
    }
  }
}
