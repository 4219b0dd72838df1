import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct ReplayTransportTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://recorded.invalid" + path))
  }

  @Test("A replayed file responds to one resource only") func aFileAnswersToOneResourceAlone()
    async throws
  {
    let file = try directory.write("list.json", "[1]")
    let transport = ReplayTransport(.path(file, orResponseTo: "/resources/virtualSystems"))
    let list = try await transport.get(try url("/resources/virtualSystems"))
    #expect(list.body == Array("[1]".utf8))
    #expect(list.recording == file)
    #expect(try await transport.get(try url("/resources/users/6")).status == 404)
  }

  @Test("A replayed directory is read anew for each request")
  func aFolderIsLookedAtAnewForEachRequest() async throws {
    let transport = ReplayTransport(.path(directory.path, orResponseTo: "/list"))
    #expect(try await transport.get(try url("/list")).status == 404)
    try directory.write("list.json", "[1]")
    #expect(try await transport.get(try url("/list")).body == Array("[1]".utf8))
    try directory.write("list.json", "[2]")
    #expect(try await transport.get(try url("/list/")).body == Array("[2]".utf8))
  }

  /// So that a person finds it: the file of what was recorded, and the recording itself for what
  /// wasn't.
  @Test("A replayed response names its file") func theRecordingOfAnAnswerIsNamed() async throws {
    let file = try directory.write("users/6.json", "[1]")
    let transport = ReplayTransport(.path(directory.path, orResponseTo: "/list"))
    #expect(try await transport.get(try url("/users/6")).recording == file)
    #expect(try await transport.get(try url("/users/7")).recording == directory.path)
  }

  @Test(
    "Replay responds with nothing outside the directory",
    arguments: ["/../secret", "/%2e%2e/secret", "/a/../../secret", "/.secret", "//secret"])
  func nothingOutsideTheFolderIsAnswered(path: String) async throws {
    try directory.write("secret.json", "[]")
    try directory.write("inside/.secret.json", "[]")
    let transport = ReplayTransport(.path(directory.file("inside"), orResponseTo: "/list"))
    #expect(try await transport.get(try url(path)).status == 404)
  }

  @Test("An unreadable recording throws instead of 404") func whatCannotBeReadIsNotTakenForMissing()
    async throws
  {
    try directory.write("list.json/file", "")
    let transport = ReplayTransport(.path(directory.path, orResponseTo: "/list"))
    await #expect(throws: ReplayError.self) { _ = try await transport.get(try url("/list")) }
    let nowhere = ReplayTransport(.path(directory.file("no"), orResponseTo: "/list"))
    await #expect(throws: ReplayError.self) { _ = try await nowhere.get(try url("/list")) }
  }

  @Test("Demo data respond by URI") func whatIsBuiltInIsAnsweredByItsURI() async throws {
    let transport = ReplayTransport(.builtIn { ["/users/6": [0x31], "/users?q=a": [0x32]] })
    #expect(try await transport.get(try url("/users/6")).body == [0x31])
    #expect(try await transport.get(try url("/users?q=a")).body == [0x32])
    #expect(try await transport.get(try url("/users")).status == 404)
    #expect(try await transport.get(try url("/users/6")).recording == "the demo data")
  }

  @Test("Replay responds to a DELETE with 204") func whatEndsASessionIsContent() async throws {
    let transport = ReplayTransport(.builtIn { [:] })
    let answer = try await transport.send(HTTPRequest(try url("/session"), method: .delete))
    #expect(answer.status == 204)
  }

  @Test("A cancelled task gets no replayed response") func aTaskThatIsCancelledGetsNoAnswer()
    async throws
  {
    let transport = ReplayTransport(.builtIn { ["/a": []] })
    let url = try url("/a")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await transport.get(url)
    }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { _ = try await task.value }
  }

  @Test("A replayed directory's name may end in a slash") func aFoldersNameMayEndInASlash()
    async throws
  {
    let file = try directory.write("list.json", "[1]")
    let transport = ReplayTransport(.path(directory.path + "/", orResponseTo: "/other"))
    #expect(try await transport.get(try url("/list")).recording == file)
  }
}
