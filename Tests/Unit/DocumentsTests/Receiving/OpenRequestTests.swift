import Documents
import Foundation
import Molecules
import RepriseTesting
import Testing

@Suite struct OpenRequestTests {
  private let directory: TemporaryDirectory
  private let received: ReceivedDirectory

  init() throws {
    directory = try TemporaryDirectory()
    received = try ReceivedDirectory(
      of: "molecules", environment: ["XDG_STATE_HOME": directory.file("state")])
  }

  private func delivery(_ operands: [String], input: String = "") throws -> OpenRequest {
    let path = try directory.write("input", input)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try OpenRequest(
      operands: operands, schemes: ["molecules"], received: received, registry: .chemistry,
      directory: directory.path, input: descriptor)
  }

  @Test("Open request separates files and URLs") func filesAndURLsAreTakenApart() throws {
    try directory.write("a b.mol", Samples.counts)
    let found = try delivery([
      "a b.mol", directory.file("a b.mol"), "file://\(directory.path)/a%20b.mol", "molecules://x/1",
      "file://localhost\(directory.path)/a%20b.mol",
    ])
    let document = OpenRequest.Document(path: directory.file("a b.mol"))
    #expect(found.documents == Array(repeating: document, count: 4))
    #expect(found.urls == ["molecules://x/1"])
  }

  @Test("Open request: a file named like a URL of an unknown scheme is a file")
  func aFileThatIsCalledLikeAURLIsOneIfTheSchemeIsNobodys() throws {
    try directory.write("c:x.mol", Samples.counts)
    #expect(try delivery(["c:x.mol"]).documents.map(\.path) == [directory.file("c:x.mol")])
  }

  @Test("Open request keeps piped input under the right extension")
  func whatIsPipedInIsKeptUnderItsRightExtension() throws {
    let found = try delivery(["-", "-"], input: Samples.sdfile)
    let path = directory.file("state/molecules/received/stdin.sdf")
    #expect(found.documents == [OpenRequest.Document(path: path, isReceived: true)])
    #expect(try directory.bytes("state/molecules/received/stdin.sdf") == Array(Samples.sdfile.utf8))
    #expect(try directory.permissions("state/molecules/received/stdin.sdf") == 0o600)
    let next = try delivery(["-"], input: Samples.sdfile)
    #expect(next.documents[0].path.hasSuffix("/stdin-2.sdf"))
  }

  @Test("Received document that no session names is deleted after an hour")
  func whatNoSessionNamesIsDeletedOnceItIsAnHourOld() throws {
    let first = try delivery(["-"], input: Samples.sdfile).documents[0].path
    let second = try delivery(["-"], input: Samples.sdfile).documents[0].path
    let sessions = directory.file("sessions")
    try directory.write("sessions/main.snapshot", "… \(first.replacing("/", with: "\\/")) …")
    try received.deleteAll(butNamedIn: sessions)
    #expect(FileManager.default.fileExists(atPath: second))
    for path in [first, second] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: path)
    }
    try received.deleteAll(butNamedIn: sessions)
    #expect(FileManager.default.fileExists(atPath: first))
    #expect(!FileManager.default.fileExists(atPath: second))
  }

  @Test("Open request does not keep piped input of an unknown type") func whatIsNotOursIsNotKept()
    throws
  {
    #expect(throws: DocumentError.self) { try delivery(["-"], input: Samples.rdfXML) }
    #expect(!FileManager.default.fileExists(atPath: directory.file("state")))
  }

  @Test("Open request with an unreadable file throws") func aFileThatCantBeReadStopsTheWhole()
    throws
  {
    try directory.write("a.mol", Samples.counts)
    #expect(throws: DocumentError.system("read", path: directory.file("b.mol"), code: ENOENT)) {
      try delivery(["a.mol", "b.mol"])
    }
    #expect(throws: DocumentError.self) { try delivery(["file://elsewhere/a.mol"]) }
  }

  @Test("Open request has at most 1000 files and URLs")
  func aDeliveryHasAtMostAThousandFilesAndURLs() throws {
    let most = Array(repeating: "molecules:x", count: OpenRequest.limit)
    #expect(try delivery(most).urls == most)
    #expect(
      throws: DocumentError.tooMany(limit: OpenRequest.limit)
    ) { try delivery(most + ["molecules:x"]) }
  }

  @Test("Open request without files and URLs is empty") func nothingIsDeliveredWithoutFilesAndURLs()
  {
    #expect(OpenRequest().isEmpty)
    #expect(!OpenRequest(documents: [.init(path: "/a")]).isEmpty)
    #expect(!OpenRequest(urls: ["x:y"]).isEmpty)
    #expect(!OpenRequest(documents: [.init(path: "/a")], urls: ["x:y"]).isEmpty)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A session that isn't among the application's own, as one that the person named.
  @Test("Received document named by a session elsewhere is not deleted")
  func whatASessionElsewhereNamesStaysUntilItDoesNot() throws {
    let session = directory.file("own/week")
    let path = try received.store([1], ending: "sdf", for: session)
    #expect(path == directory.file("state/molecules/received/stdin.sdf"))
    let sessions = directory.file("sessions")
    func delete() throws { try received.deleteAll(butNamedIn: sessions, olderThan: -1) }
    try directory.write("own/week", "… stdin.sdf …")
    try delete()
    #expect(exists(path))
    // One that can't be read now may name it.
    try FileManager.default.removeItem(atPath: session)
    mkdir(session, 0o700)
    try delete()
    #expect(exists(path) && exists(path + ".session"))
    try FileManager.default.removeItem(atPath: session)
    try directory.write("own/week", "… stdin-2.sdf …")
    try delete()
    #expect(!exists(path) && !exists(path + ".session"))
    let next = try received.store([2], ending: "sdf", for: directory.file("own/gone"))
    try delete()
    #expect(!exists(next) && !exists(next + ".session"))
  }

  @Test("Received documents: foreign files are not deleted")
  func whereNothingWasReceivedNothingIsDeleted() throws {
    try received.deleteAll(butNamedIn: directory.file("sessions"), olderThan: -1)
    let path = try received.store([1], ending: "sdf")
    try directory.write("state/molecules/received/mine.sdf", "mine")
    try received.deleteAll(butNamedIn: directory.file("sessions"), olderThan: -1)
    #expect(!exists(path))
    #expect(exists(directory.file("state/molecules/received/mine.sdf")))
  }
}
