import Core
import Foundation
import Networking
import RepriseTesting
import Testing

/// What was recorded of a server is answered as the server did.
@Suite struct RecordingTransportTests {
  private let directory: TemporaryDirectory
  private var recording: String { directory.file("recording") }

  init() throws { directory = try TemporaryDirectory() }

  private func recorder(_ server: TestServer, below path: String = "") throws -> RecordingTransport
  {
    RecordingTransport(
      LibcurlTransport.forTests(), of: try #require(ServerAddress(server.origin + path)),
      into: recording)
  }

  private var replay: ReplayTransport {
    ReplayTransport(.path(recording, orResponseTo: "/resources/virtualSystems"))
  }

  /// Answers as they come, odd ones among them.
  private static let bodies: [String: [UInt8]] = [
    "/resources/virtualSystems": Array(#"[{"id": 51, "name": "città 東京"}]"#.utf8),
    "/resources/users/6": Array("{\n\t\"name\" : \"\\u001b[2J\"\n}\r\n\n".utf8),
    "/resources/empty": [], "/resources/bytes": Array(0...255),
    "/resources/text?q=luca&limit=20": Array("<html>".utf8),
    "/resources/other?q=../../x": Array("{}".utf8),
  ]

  @Test("A recording replays responses byte for byte") func itReplaysByteForByteWhatWasSeen()
    async throws
  {
    let server = try await TestServer()
    let recorder = try recorder(server)
    try RecordingTransport.prepare(recording)
    for (path, body) in Self.bodies {
      try await server.serve(path.withoutQuery, TestResponse().with { $0.body = body })
      #expect(try await recorder.get(server.url(path)).body == body)
    }
    for (path, body) in Self.bodies {
      let replayed = try await replay.get(server.url(path))
      #expect(replayed.status == 200)
      #expect(replayed.body == body, "\(path)")
      #expect(replayed.recording != nil)
    }
  }

  @Test("A recording sends no If-None-Match") func whatIsKnownAlreadyIsAskedForWholeAllTheSame()
    async throws
  {
    let server = try await TestServer()
    try await server.serve("/resources/users/6", .json("{}"))
    let request = HTTPRequest(
      server.url("/resources/users/6"),
      headers: [HTTPHeader("if-none-match", "\"1\""), HTTPHeader("X-Other", "stays")])
    _ = try await recorder(server).send(request)
    let seen = try #require(try await server.seen().requests.last)
    #expect(seen.header("If-None-Match") == nil)
    #expect(seen.header("X-Other") == "stays")
  }

  @Test("A recording's files are named by resource and query")
  func filesAreNamedLikeTheResourceAndItsQuery() async throws {
    let server = try await TestServer()
    for path in Self.bodies.keys { try await server.serve(path.withoutQuery, .json("[]")) }
    for path in Self.bodies.keys { _ = try await recorder(server).get(server.url(path)) }
    #expect(
      try directory.files().filter { $0.hasSuffix(".json") } == [
        "recording/resources/bytes.json", "recording/resources/empty.json",
        "recording/resources/other@q=..%2F..%2Fx.json",
        "recording/resources/text@q=luca&limit=20.json", "recording/resources/users/6.json",
        "recording/resources/virtualSystems.json",
      ])
    #expect(try directory.permissions("recording/resources/users/6.json") == 0o600)
    #expect(try directory.permissions("recording/resources/users") == 0o700)
  }

  @Test("A recording contains no header, cookie or credential")
  func noHeadCookieOrCredentialIsInAnyFile() async throws {
    let canaries = ["kanarienvogel-4711", "grünfink-4712", "zsessionid", "zeisig-4713", "Basic "]
    let server = try await TestServer()
    let answer = TestResponse.json("[]").with {
      $0.headers["Set-Cookie"] = "zsessionid=\(canaries[1].utf8.count)-zeisig-4713; Path=/"
      $0.headers["X-Canary"] = canaries[3]
      $0.user = "luca"
      $0.password = canaries[0]
    }
    try await server.serve("/resources/users/6", answer)
    let recorder = try recorder(server)
    for _ in 0..<2 {
      let response = try await recorder.get(
        server.url("/resources/users/6"),
        headers: [try #require(HTTPHeader(line: "X-Secret: \(canaries[3])"))],
        as: Credentials(user: "luca", password: Secret(canaries[0])))
      #expect(response.status == 200)
    }
    // They were there to be found.
    let seen = try await server.seen(requests: 2)
    #expect(seen.requests.last?.header("Cookie")?.contains("zeisig-4713") == true)
    #expect(seen.requests.last?.header("Authorization")?.hasPrefix("Basic ") == true)
    for name in try directory.files() where name.hasSuffix(".json") {
      let bytes = try directory.bytes(name)
      for canary in canaries + [Data("luca:\(canaries[0])".utf8).base64EncodedString()] {
        #expect(bytes.firstRange(of: canary.utf8) == nil, "\(name) holds \(canary)")
        #expect(!name.contains(canary))
      }
      #expect(bytes == Array("[]".utf8))
    }
  }

  @Test("An error status isn't recorded and replays as 404", arguments: [401, 403, 404, 500])
  func whatIsNoAnswerIsNotRecordedAndSoItIs404(status: Int) async throws {
    let server = try await TestServer()
    try await server.serve("/resources/users/6", TestResponse(status: status))
    #expect(try await recorder(server).get(server.url("/resources/users/6")).status == status)
    #expect(try directory.files() == [])
    try RecordingTransport.prepare(recording)
    #expect(try await replay.get(server.url("/resources/users/6")).status == 404)
  }

  @Test(
    "A 404 or 410 removes the resource from the recording",
    arguments: [(403, 200), (404, 404), (410, 404), (500, 200)])
  func whatIsGoneLeavesTheRecording(status: Int, replayed: Int) async throws {
    let server = try await TestServer()
    let recorder = try recorder(server)
    try await server.serve("/resources/users/6", .json("{}"))
    _ = try await recorder.get(server.url("/resources/users/6"))
    try await server.serve("/resources/users/6", TestResponse(status: status, reason: "No"))
    _ = try await recorder.get(server.url("/resources/users/6"))
    #expect(try await replay.get(server.url("/resources/users/6")).status == replayed)
  }

  @Test("A DELETE is forwarded and not recorded")
  func endingTheServersSessionIsPassedOnAndNotRecorded() async throws {
    let server = try await TestServer()
    try await server.serve("/resources/session", .json("[]"))
    _ = try await recorder(server).send(
      HTTPRequest(server.url("/resources/session"), method: .delete))
    #expect(try await server.seen().requests.map(\.method) == ["DELETE"])
    #expect(try directory.files() == [])
  }

  @Test("A recording's files are named without the server's base path")
  func whatLiesBelowAServersPathIsNamedWithoutIt() async throws {
    let server = try await TestServer()
    try await server.serve("/openmrs/ws/patient", .json("[]"))
    try await server.serve("/openmrs2/patient", .json("[]"))
    let recorder = try recorder(server, below: "/openmrs")
    _ = try await recorder.get(server.url("/openmrs/ws/patient"))
    _ = try await recorder.get(server.url("/openmrs2/patient"))
    #expect(try directory.files().filter { $0.hasSuffix(".json") } == ["recording/ws/patient.json"])
  }

  @Test("A recording directory that can't be written throws")
  func aFolderThatCannotBeWrittenIsAProblem() async throws {
    try directory.write("recording", "a file where the folder should be")
    #expect(throws: ReplayError.self) { try RecordingTransport.prepare(recording) }
    let server = try await TestServer()
    try await server.serve("/resources/users/6", .json("[]"))
    let recorder = try recorder(server)
    await #expect(throws: ReplayError.self) {
      _ = try await recorder.get(server.url("/resources/users/6"))
    }
  }

  @Test("A recording directory writable by others is refused")
  func aFolderThatOthersWriteInIsRefused() throws {
    mkdir(recording, 0o777)
    for mode: mode_t in [0o777, 0o757, 0o702] {
      chmod(recording, mode)
      #expect(
        throws: ReplayError.unwritable(recording, reason: "others may write in the folder")
      ) { try RecordingTransport.prepare(recording) }
    }
    chmod(recording, 0o755)
    try RecordingTransport.prepare(recording)
    // Only root can give a folder away.
    guard geteuid() == 0 else { return }
    chown(recording, 0, 12345)
    chmod(recording, 0o775)
    #expect(
      throws: ReplayError.unwritable(recording, reason: "others may write in the folder")
    ) { try RecordingTransport.prepare(recording) }
    chown(recording, 12345, 12345)
    #expect(
      throws: ReplayError.unwritable(recording, reason: "the folder belongs to another user")
    ) { try RecordingTransport.prepare(recording) }
  }

  /// Whoever has a group of their own has such folders from every mkdir.
  @Test(
    "A recording directory writable by a private group is accepted",
    .enabled(if: UserGroups.system.isPrivate(getegid()), "needs a group of one's own"))
  func aFolderThatOnesOwnGroupWritesInIsTaken() throws {
    mkdir(recording, 0o700)
    chown(recording, geteuid(), getegid())
    chmod(recording, 0o775)
    try RecordingTransport.prepare(recording)
  }

  @Test("A recording directory is created with permissions 0700")
  func aFolderIsMadeForThePersonAlone() throws {
    try RecordingTransport.prepare(directory.file("a/b"))
    #expect(try directory.permissions("a/b") == 0o700)
    try RecordingTransport.prepare(directory.file("a/b"))
  }
}

extension String {
  /// What the test server goes by.
  fileprivate var withoutQuery: String { String(prefix { $0 != "?" }) }
}
