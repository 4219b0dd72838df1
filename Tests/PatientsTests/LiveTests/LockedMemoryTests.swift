#if canImport(Glibc)
  import Foundation
  import RepriseTesting
  import Sealing
  import Testing

  @testable import Patients
  @testable import Reprise
  @testable import Vaults

  /// The real executable has a record open and is locked; then the kernel is asked for all of its memory.
  @MainActor
  @Suite(
    .serialized,
    .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
    .enabled(
      if: geteuid() == 0,
      "the memory of a program that seals can't be read by its own user, only by root"),
    .timeLimit(.minutes(10)))
  struct LockedMemoryTests {
    private static let grace = "a0000001-0000-4000-8000-000000001eef"
    /// Names, identifiers, findings and an id.
    private static let ofThePatient =
      ["Grace", "Akinyi", "Odhiambo", "1000F3", "FIX-22114", "22114-08", "Penicillin", grace]

    @Test func nothingOfTheLoginOrOfThePatientIsLeft() async throws {
      let clinic = try await Clinic(saving: [Self.grace])
      let terminal = try clinic.terminal()
      try await terminal.unlock()
      _ = try await terminal.walk(.open("grace") + ["3"])
      try terminal.press("o")
      try await terminal.wait(for: "1 of 1 saved")
      let memory = ProcessMemory(of: try terminal.processIdentifier())
      let secrets = try await secrets(clinic)
      // A search that finds nothing here would say nothing about what it doesn't find later.
      let open = try memory.counts(of: secrets + Self.texts(Self.ofThePatient))
      for name in ["the password", "the key", "Odhiambo", "1000F3"] {
        #expect(open[name, default: 0] > 0, "\(name) isn't found while it is open: \(open)")
      }
      try terminal.press(.escape)
      try await terminal.wait(for: "[Encounters]")
      try terminal.press("L")
      try await terminal.wait(for: "› Locked")
      // What is under way gives up a moment later.
      var left: [String: Int] = [:]
      do {
        try await terminal.wait("an empty memory") {
          left = try memory.counts(of: secrets + Self.texts(Self.ofThePatient)).filter { $1 > 0 }
          return left.isEmpty
        }
      } catch is TmuxProblem {
        Issue.record("locked, there is in memory: \(left)")
      }
      // It is still there, and was looked into.
      #expect(try memory.counts(of: Self.texts(["Locked"]))["Locked", default: 0] > 0)
      try await terminal.unlock()
      try await terminal.wait(for: "[Encounters]")
    }

    /// The login and the key, in all forms in which they are sent, stored or shown.
    private func secrets(_ clinic: Clinic) async throws -> [Sought] {
      let account = try #require(clinic.viewer.live?.account)
      let folder = try VaultFolder(of: account, in: clinic.home.file("state/patients"))
      let vault = try await folder.open(Secret(Clinic.password))
      defer { vault.lock() }
      // The key leaves its sealer sealed by another one alone.
      var word = Array("another".utf8)
      let other = try Sealer(wiping: &word, parameters: KeyParameters())
      let halves = try other.open(
        vault.sealer.sealedKey(by: other), authenticating: Array("reprise-key 1".utf8))
      let (key, names) = (Data(halves.prefix(32)), Data(halves.suffix(32)))
      let login = Data("nurse:\(Clinic.password)".utf8)
      // Without the last letters, which are what stands behind the password.
      return [
        Sought("base64 of the login", Data(login.base64EncodedString().dropLast(4).utf8)),
        Sought("the login", login), Sought("the password", Data(Clinic.password.utf8)),
      ] + Self.forms(key, "the key") + Self.forms(names, "the key of names")
    }

    private static func forms(_ bytes: Data, _ name: String) -> [Sought] {
      let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let base64 = String(bytes.base64EncodedString().dropLast(2))
      let url = base64.replacing("+", with: "-").replacing("/", with: "_")
      return [
        Sought(name, bytes), Sought("\(name) in hexadecimal", Data(hexadecimal.utf8)),
        Sought("\(name) in large hexadecimal", Data(hexadecimal.uppercased().utf8)),
        Sought("\(name) in base64", Data(base64.utf8)),
        Sought("\(name) in base64 of addresses", Data(url.utf8)),
      ]
    }

    private static func texts(_ texts: [String]) -> [Sought] {
      texts.map { Sought($0, Data($0.utf8)) }
    }
  }

  /// Bytes that are looked for, by a name that says what they are.
  private struct Sought {
    let name: String
    let bytes: Data

    init(_ name: String, _ bytes: Data) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// All memory that a process may write to, as the kernel gives it to root.
  private struct ProcessMemory {
    private let folder: String

    init(of process: Int32) { folder = "/proc/\(process)" }

    /// How often each of them stands there, by their names.
    func counts(of sought: [Sought]) throws -> [String: Int] {
      var counts: [String: Int] = [:]
      let descriptor = Foundation.open(folder + "/mem", O_RDONLY | O_CLOEXEC)
      try #require(descriptor >= 0, "\(folder)/mem can't be opened: \(errno)")
      defer { close(descriptor) }
      for range in try ranges() {
        // What was given back since is passed over.
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
        defer { room.deallocate() }
        var end = 0
        while end < room.count {
          let count = pread(
            descriptor, room.baseAddress.map { $0 + end }, room.count - end,
            off_t(range.lowerBound + UInt(end)))
          if count <= 0 { break }
          end += count
        }
        let bytes = UnsafeRawBufferPointer(rebasing: room[..<end])
        for one in sought { counts[one.name, default: 0] += Self.count(of: one.bytes, in: bytes) }
      }
      return counts
    }

    private func ranges() throws -> [Range<UInt>] {
      // Foundation reads such a file's first page alone, because it has no size.
      let handle = try #require(FileHandle(forReadingAtPath: folder + "/maps"))
      let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
      return maps.split(separator: "\n").compactMap { line in
        let words = line.split(whereSeparator: { $0 == " " || $0 == "-" })
        guard line.contains(" rw"), words.count > 1, let start = UInt(words[0], radix: 16),
          let end = UInt(words[1], radix: 16), start < end
        else { return nil }
        return start..<end
      }
    }

    private static func count(of sought: Data, in bytes: UnsafeRawBufferPointer) -> Int {
      sought.withUnsafeBytes { sought in
        guard let base = bytes.baseAddress, let needle = sought.baseAddress else { return 0 }
        var (count, start) = (0, 0)
        let end = bytes.count - sought.count + 1
        while start < end, let hit = memchr(base + start, Int32(sought[0]), end - start) {
          if memcmp(hit, needle, sought.count) == 0 { count += 1 }
          start = UnsafeRawPointer(hit) - base + 1
        }
        return count
      }
    }
  }
#endif
