import Core
import Foundation
import Networking
import RepriseTesting
import Testing

@testable import Encryption

/// What a server answered, sealed in a folder that the person named.
@Suite(.cheapKeys) struct SealedRecordingTests {
  private static let account = Account(server: "https://clinic.example.org", user: "nurse")
  private let home: TemporaryDirectory
  private let directory: RecordingDirectory

  init() throws {
    home = try TemporaryDirectory()
    directory = RecordingDirectory(home.file("week"))
  }

  private func record(
    _ password: String = "geheim", of account: Account = account, by application: String = "app",
    at timestamp: Int = 60
  ) async throws -> SealedRecording {
    try await directory.record(
      account, by: application, with: Secret(password), at: timestamp, cost: .least)
  }

  private func open(_ password: String = "geheim") async throws -> SealedRecording {
    try await directory.open(Secret(password), by: "app")
  }

  private func uri(_ text: String) throws -> ResourceURI { try #require(ResourceURI(text)) }

  @Test("Sealed recording returns the last response with its status")
  func whatWasRecordedLastIsReadAsItCameWithItsStatus() async throws {
    let recording = try await record()
    let bodies: [String: [UInt8]] = [
      "/patient?q=grace&limit=20": Array(#"{"results": []}"#.utf8), "/empty": [],
      "/bytes": Array(0...255) + Array("\n\n".utf8),
    ]
    for (resource, body) in bodies {
      try recording.record(RecordedResponse([1]), to: try uri(resource))
      try recording.record(RecordedResponse(body), to: try uri(resource))
    }
    try recording.record(RecordedResponse(status: 403, Array("no".utf8)), to: try uri("/allergy"))
    let played = try await open()
    for (resource, body) in bodies {
      #expect(try played.response(to: try uri(resource)) == RecordedResponse(body))
    }
    #expect(try played.response(to: try uri("/allergy"))?.status == 403)
    #expect(try played.response(to: try uri("/patient?q=samuel")) == nil)
    #expect(played.account == Self.account && played.timestamp == 60)
  }

  /// Nobody could ever open an answer whose key another process's has replaced.
  @Test("Sealed recordings started at once lose no response") func twoThatBeginAtOnceLoseNoAnswer()
    async throws
  {
    for round in 1...8 {
      let directory = RecordingDirectory(home.file("week-\(round)"))
      @Sendable func record(_ resource: String) async throws {
        let recording = try await directory.record(
          Self.account, by: "app", with: Secret("geheim"), at: 60, cost: .least)
        try recording.record(RecordedResponse([7]), to: try #require(ResourceURI(resource)))
      }
      async let one: Void = record("/a")
      async let other: Void = record("/b")
      _ = try await (one, other)
      let played = try await directory.open(Secret("geheim"), by: "app")
      #expect(try played.response(to: uri("/a")) != nil)
      #expect(try played.response(to: uri("/b")) != nil)
    }
  }

  /// Whoever gives a recording away may have written any number into it.
  @Test(
    "Sealed recording refuses responses with invalid timestamps",
    arguments: [Int.min, -1, 253_402_300_800, Int.max])
  func aMomentThatIsNoneIsNoAnswers(timestamp: Int) {
    #expect(
      SealedRecording.response(from: Array("reprise-recorded 1 200 \(timestamp)\n[]".utf8)) == nil)
    #expect(SealedRecording.response(from: Array("reprise-recorded 1 200 60\n[]".utf8)) != nil)
  }

  @Test("Sealed recording replays what a transport recorded")
  func aTransportPlaysWhatAnotherRecordedThroughTheSeal() async throws {
    let server = try await TestServer()
    try await server.serve("/openmrs/patient", .json("[7]"))
    try await server.serve("/openmrs/allergy", TestResponse(status: 404, reason: "Not Found"))
    try await server.serve("/openmrs/visit", TestResponse(status: 500))
    let address = try #require(ServerAddress(server.origin + "/openmrs"))
    var configuration = LibcurlTransport.Configuration()
    configuration.authorityFile = TestCertificate.authorityFile
    configuration.proxies = .none
    let recorder = RecordingTransport(
      LibcurlTransport(configuration), of: address, into: try await record(), now: { 77 })
    for path in ["patient?q=a", "allergy", "visit"] {
      _ = try await recorder.send(HTTPRequest(server.url("/openmrs/" + path)))
    }
    let player = ReplayTransport(.recorded(try await open()))
    func play(_ path: String) async throws -> HTTPResponse {
      try await player.send(HTTPRequest(try #require(ServerAddress.recorded.url(path))))
    }
    #expect(try await play("/patient?q=a").body == Array("[7]".utf8))
    #expect(try await play("/patient?q=a").recording == directory.path)
    #expect(try await play("/patient?q=a").timestamp == 77)
    #expect(try await play("/allergy").status == 404)
    // A server that failed at that moment says nothing of the record.
    #expect(try directoryFiles().count == 5)
  }

  @Test("Sealed recording refuses a wrong password") func aWrongPasswordOpensNothing() async throws
  {
    _ = try await record()
    await #expect(throws: RecordingError.wrongPassword(directory.path)) { try await open("gehelm") }
  }

  @Test("Sealed recording reveals nothing in names and bytes") func noNameAndNoByteSaysWhatIsInIt()
    async throws
  {
    let recording = try await record()
    try recording.record(
      RecordedResponse(Array("Amina Wanjiru".utf8)), to: try uri("/patient/7?q=amina"))
    let files = try directoryFiles()
    #expect(files.count == 4)
    for file in files {
      #expect(
        file == "key" || file == "recorded"
          || file.wholeMatch(of: #/recorded/[0-9a-f]{32}/#) != nil, "\(file)")
      guard file != "recorded" else { continue }
      let bytes = try home.bytes("week/" + file)
      for word in ["Amina", "Wanjiru", "patient", "amina", "nurse", "clinic", "app", "geheim"] {
        #expect(bytes.firstRange(of: word.utf8) == nil, "\(word) in \(file)")
      }
      #expect(try home.permissions("week/" + file) == 0o600)
    }
    #expect(try home.permissions("week") == 0o700)
  }

  @Test("Sealed recording continues with the same password")
  func recordingAgainWithTheSamePasswordGoesOnInIt() async throws {
    try await record().record(RecordedResponse([1]), to: try uri("/a"))
    try await record(at: 120).record(RecordedResponse([2]), to: try uri("/b"))
    let played = try await open()
    #expect(try played.response(to: try uri("/a"))?.body == [1])
    #expect(try played.response(to: try uri("/b"))?.body == [2])
    #expect(played.timestamp == 120)
  }

  @Test("Sealed recording refuses other passwords, accounts and applications")
  func nothingElseIsRecordedIntoIt() async throws {
    try await record().record(RecordedResponse([1]), to: try uri("/a"))
    let before = try contents()
    await #expect(throws: RecordingError.otherPassword(directory.path)) { try await record("neu") }
    await #expect(throws: RecordingError.otherOrigin(directory.path, Self.account.description)) {
      try await record(of: Account(server: Self.account.server, user: "doctor"))
    }
    await #expect(throws: RecordingError.self) { try await record(by: "other") }
    #expect(try contents() == before)
  }

  @Test("Sealed recording refuses a directory with other files")
  func aFolderThatIsFullOfSomethingElseStaysAsItIs() async throws {
    try home.write("week/letter.txt", "Dear")
    #expect(throws: RecordingError.occupied(directory.path)) { try directory.requireRecordable() }
    await #expect(throws: RecordingError.occupied(directory.path)) { try await record() }
    #expect(try directoryFiles() == ["letter.txt"])
  }

  @Test("Sealed recording does not open a vault") func aVaultIsNoRecording() async throws {
    let vault = try await VaultDirectory(of: Self.account, at: directory.resolvedPath)
      .make(Secret("geheim"), cost: .least)
    try vault.write([1], to: "patient 7", in: "saved")
    let before = try contents()
    await #expect(throws: RecordingError.notARecording(directory.path)) { try await open() }
    await #expect(throws: RecordingError.notARecording(directory.path)) { try await record() }
    #expect(try contents() == before)
  }

  @Test("Sealed recording: other directories are reported as unsealed")
  func whatIsNoSealedRecordingIsSaidToBeNone() throws {
    #expect(throws: RecordingError.nowhere(directory.path)) { try directory.requireSealed() }
    try home.write("week/resources/virtualSystems.json", "[]")
    #expect(throws: RecordingError.notSealed(directory.path)) {
      try directory.requireSealed()
    }
    try home.write("empty/letter.txt", "Dear")
    let other = RecordingDirectory(home.file("empty"))
    #expect(throws: RecordingError.notSealed(other.path)) { try other.requireSealed() }
    let file = RecordingDirectory(try home.write("file", "[]"))
    #expect(throws: RecordingError.notADirectory(file.path)) { try file.requireSealed() }
    #expect(throws: ReplayError.self) { try file.requireRecordable() }
  }

  @Test("Sealed recording with a damaged key is reported")
  func aKeyThatIsDamagedIsSaidBeforeThePasswordOrAfterIt() async throws {
    _ = try await record()
    let key = try home.bytes("week/key")
    try home.write("week/key", Array(key.dropLast(key.count - 20)))
    #expect(throws: RecordingError.damagedKey(directory.path)) { try directory.requireSealed() }
    try home.write("week/key", Array("letter".utf8))
    #expect(throws: RecordingError.damagedKey(directory.path)) { try directory.requireSealed() }
    let heading = try #require(VaultKey(key)).heading
    try home.write("week/key", heading + Array("nothing sealed".utf8))
    #expect(throws: RecordingError.damagedKey(directory.path)) { try directory.requireSealed() }
    try home.write("week/key", key.dropLast() + [key[key.count - 1] ^ 1])
    await #expect(throws: RecordingError.damagedKey(directory.path)) { try await open() }
  }

  @Test("Sealed recording that continues keeps its key") func whatGoesOnKeepsItsKey() async throws {
    _ = try await record()
    let key = try home.bytes("week/key")
    _ = try await record(at: 120)
    #expect(try await open().timestamp == 120)
    #expect(try home.bytes("week/key") == key)
  }

  @Test("Sealed recording with a key of a newer release is reported")
  func aLaterReleasesKeyIsSaidToBeThat() async throws {
    _ = try await record()
    let key = try home.bytes("week/key")
    let name = Array("reprise-vault 1".utf8)
    try home.write("week/key", Array("reprise-vault 2".utf8) + key.dropFirst(name.count))
    #expect(throws: RecordingError.newer(directory.path)) { try directory.requireSealed() }
    await #expect(throws: RecordingError.newer(directory.path)) { try await open() }
  }

  @Test("Sealed recording names a response that was changed or swapped")
  func anAnswerThatWasChangedOrPutInAnothersPlaceIsNamed() async throws {
    let recording = try await record()
    for name in ["/a", "/b"] { try recording.record(RecordedResponse([1]), to: try uri(name)) }
    let a = "week/recorded/" + recording.vault.name(of: "/a")
    let b = "week/recorded/" + recording.vault.name(of: "/b")
    let played = try await open()
    let problem = RecordingError.damagedResponse(file: home.file(a))
    let bytes = try home.bytes(a)
    let other = try home.bytes(b)
    for damaged: [UInt8] in [other, bytes.dropLast(), bytes + [0], [], [0x37]] {
      try home.write(a, damaged)
      #expect(throws: problem) { try played.response(to: try uri("/a")) }
    }
    #expect(try played.response(to: try uri("/b"))?.body == [1])
  }

  /// The process may be killed after any of the steps.
  @Test("Sealed recording interrupted at its start begins again")
  func whatEndedWhileItWasBegunIsBegunAnew() async throws {
    try home.write("week/key.new", "repri")
    _ = try await record()
    #expect(try directoryFiles().count == 3)
    try FileManager.default.removeItem(atPath: home.file("week/recorded"))
    await #expect(throws: RecordingError.notARecording(directory.path)) { try await open() }
    try await record().record(RecordedResponse([1]), to: try uri("/a"))
    #expect(try await open().response(to: try uri("/a"))?.body == [1])
  }

  @Test("Sealed recording without files begins again, not beside others")
  func whatEndedBeforeItsFirstFileIsBegunAnewButNotBesideAnythingElse() async throws {
    _ = try await record()
    try FileManager.default.removeItem(atPath: home.file("week/recorded"))
    try FileManager.default.createDirectory(
      atPath: home.file("week/recorded"), withIntermediateDirectories: false)
    try await record().record(RecordedResponse([1]), to: try uri("/a"))
    #expect(try await open().response(to: try uri("/a"))?.body == [1])
    try FileManager.default.removeItem(atPath: home.file("week/recorded"))
    try home.write("week/letter.txt", "x")
    await #expect(throws: RecordingError.notARecording(directory.path)) { try await record() }
  }

  @Test("Sealed recording returns requested responses, counts unreadable ones")
  func allAnswersThatAreWantedAreReadAndWhatCannotBeReadIsCounted() async throws {
    let recording = try await record()
    for name in ["/patient/1", "/patient/2", "/visit"] {
      try recording.record(RecordedResponse(Array(name.utf8)), to: try uri(name))
    }
    let patients = try recording.responses { $0.text.hasPrefix("/patient/") }
    #expect(
      Set(patients.responses.map { String(decoding: $0.response.body, as: UTF8.self) }) == [
        "/patient/1", "/patient/2",
      ])
    #expect(Set(patients.responses.map(\.resource.text)) == ["/patient/1", "/patient/2"])
    #expect(patients.unreadable == 0)
    try home.write("week/recorded/" + recording.vault.name(of: "/patient/2"), [7, 7])
    let left = try recording.responses { _ in true }
    #expect(Set(left.responses.map(\.resource.text)) == ["/patient/1", "/visit"])
    #expect(left.unreadable == 1)
  }

  @Test("Sealed recording that is locked reads and writes nothing")
  func onceItIsLockedNothingIsReadOrWritten() async throws {
    let recording = try await record()
    try recording.record(RecordedResponse([1]), to: try uri("/a"))
    let before = try contents()
    recording.lock()
    let resource = try uri("/a")
    #expect((try? recording.response(to: resource)) == .some(nil))
    #expect(throws: (any Error).self) {
      try recording.record(RecordedResponse([2]), to: try uri("/a"))
    }
    #expect(try contents() == before)
  }

  @Test("Sealed recording whose directory was moved is reported")
  func aFolderThatIsTakenAwayIsSaidToBeGone() async throws {
    let recording = try await record()
    try FileManager.default.moveItem(atPath: directory.path, toPath: home.file("moved"))
    #expect(throws: RecordingError.nowhere(directory.path)) {
      try recording.response(to: try uri("/a"))
    }
    _ = try await RecordingDirectory(home.file("moved")).open(Secret("geheim"), by: "app")
  }

  private func directoryFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }

  private func contents() throws -> [String: [UInt8]] {
    try directoryFiles().reduce(into: [:]) { contents, file in
      contents[file] = Array(
        FileManager.default.contents(atPath: "\(directory.path)/\(file)") ?? Data())
    }
  }

  @Test("Sealed recording reads status and timestamp of a response")
  func anAnswersLineSaysItsStatusAndItsMoment() {
    func answer(_ line: String) -> RecordedResponse? {
      SealedRecording.response(from: Array("\(line)\n[]".utf8))
    }
    let body = Array("[]".utf8)
    #expect(answer("reprise-recorded 1 404 0") == RecordedResponse(status: 404, body))
    #expect(answer("reprise-recorded 1 200 1") == RecordedResponse(body, at: 1))
    let last = 253_402_300_799
    #expect(answer("reprise-recorded 1 200 \(last)") == RecordedResponse(body, at: last))
    for line in [
      "reprise-recorded 2 200 60", "reprise-recorded 1", "reprise-recorded 1 ",
      "reprise-recorded 1 200", "reprise-recorded 1 200 60 1", "reprise-recorded 1 x 60",
      "reprise-recorded 1 200 x", "reprise-recorded 1  200 60", "",
    ] {
      #expect(answer(line) == nil, "\(line)")
    }
    // Of 64 bytes with its end, and of one more.
    let digits = String(repeating: "0", count: 38) + "60"
    #expect(answer("reprise-recorded 1 200 " + digits) == RecordedResponse(body, at: 60))
    #expect(answer("reprise-recorded 1 200 0" + digits) == nil)
    #expect(SealedRecording.response(from: Array("reprise-recorded 1 200 60".utf8)) == nil)
  }

  @Test(
    "Sealed recording ignores system and temporary files only",
    arguments: [
      (".DS_Store", true), ("lost+found", true), ("key.new", true), ("key.2.new", true),
      ("keys.new", false), ("key.new.txt", false), ("key.copy", false), ("letter", false),
    ]) func onlyWhatIsNobodysIsPassedOver(name: String, isNobodys: Bool) throws
  {
    try home.write("week/" + name, "x")
    guard !isNobodys else { return try directory.requireRecordable() }
    #expect(throws: RecordingError.occupied(directory.path)) { try directory.requireRecordable() }
  }

  @Test("Sealed recording is named by its directory") func aRecordingIsNamedByItsFolder() {
    #expect(directory.name == "week" && directory.account == Account(server: "unplugged week"))
    #expect(RecordingDirectory("lessons/../week/").name == "week")
  }

  @Test("Sealed recording of another application is named")
  func anotherApplicationsRecordingIsNamedAsThat() async throws {
    _ = try await record()
    let problem = RecordingError.otherOrigin(directory.path, "another application, “app”")
    await #expect(throws: problem) { try await directory.open(Secret("geheim"), by: "other") }
    await #expect(throws: problem) { try await record(by: "other") }
  }

  @Test("Sealed recording counts only files that are responses")
  func onlyFilesThatAreAnswersAreCounted() async throws {
    let recording = try await record()
    try recording.record(RecordedResponse([1]), to: try uri("/a"))
    let name = recording.vault.name(of: "/a")
    try home.write("week/recorded/\(name).new", "x")
    try home.write("week/recorded/" + String(repeating: "0", count: 31), "x")
    #expect(try recording.responses { _ in true }.unreadable == 0)
    try home.write("week/recorded/" + String(repeating: "0", count: 32), "x")
    let all = try recording.responses { _ in true }
    #expect(all.unreadable == 1 && all.responses.map(\.resource.text) == ["/a"])
    #expect(try recording.responses { _ in false }.responses.isEmpty)
    try FileManager.default.removeItem(atPath: home.file("week/recorded"))
    #expect(throws: RecordingError.nowhere(directory.path)) {
      try recording.responses { _ in true }
    }
  }
}
