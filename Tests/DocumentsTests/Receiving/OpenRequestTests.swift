import ChemicalDocuments
import Documents
import Foundation
import RepriseTesting
import Testing

@Suite struct DeliveryTests {
  private let folder: TemporaryFolder
  private let received: ReceivedFolder

  init() throws {
    folder = try TemporaryFolder()
    received = try ReceivedFolder(
      of: "molecules", environment: ["XDG_STATE_HOME": folder.file("state")])
  }

  private func delivery(_ operands: [String], input: String = "") throws -> OpenRequest {
    let path = try folder.write("input", input)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try OpenRequest(
      operands: operands, schemes: ["molecules"], received: received, registry: .chemistry,
      folder: folder.path, input: descriptor)
  }

  @Test func filesAndURLsAreTakenApart() throws {
    try folder.write("a b.mol", Samples.counts)
    let found = try delivery([
      "a b.mol", folder.file("a b.mol"), "file://\(folder.path)/a%20b.mol", "molecules://x/1",
      "file://localhost\(folder.path)/a%20b.mol",
    ])
    let document = OpenRequest.Document(path: folder.file("a b.mol"))
    #expect(found.documents == Array(repeating: document, count: 4))
    #expect(found.urls == ["molecules://x/1"])
  }

  @Test func aFileThatIsCalledLikeAURLIsOneIfTheSchemeIsNobodys() throws {
    try folder.write("c:x.mol", Samples.counts)
    #expect(try delivery(["c:x.mol"]).documents.map(\.path) == [folder.file("c:x.mol")])
  }

  @Test func whatIsPipedInIsKeptUnderItsRightExtension() throws {
    let found = try delivery(["-", "-"], input: Samples.sdfile)
    let path = folder.file("state/molecules/received/stdin.sdf")
    #expect(found.documents == [OpenRequest.Document(path: path, isReceived: true)])
    #expect(try folder.bytes("state/molecules/received/stdin.sdf") == Array(Samples.sdfile.utf8))
    #expect(try folder.permissions("state/molecules/received/stdin.sdf") == 0o600)
    let next = try delivery(["-"], input: Samples.sdfile)
    #expect(next.documents[0].path.hasSuffix("/stdin-2.sdf"))
    try received.deleteAll(but: [next.documents[0].path])
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: next.documents[0].path))
  }

  @Test func whatNoSessionNamesIsDeletedOnceItIsAnHourOld() throws {
    let first = try delivery(["-"], input: Samples.sdfile).documents[0].path
    let second = try delivery(["-"], input: Samples.sdfile).documents[0].path
    let sessions = folder.file("sessions")
    try folder.write("sessions/main.snapshot", "… \(first.replacing("/", with: "\\/")) …")
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

  @Test func whatIsNotOursIsNotKept() throws {
    #expect(throws: DocumentError.self) { try delivery(["-"], input: Samples.rdfXML) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("state")))
  }

  @Test func aFileThatCantBeReadStopsTheWhole() throws {
    try folder.write("a.mol", Samples.counts)
    #expect(throws: DocumentError.system("read", path: folder.file("b.mol"), code: ENOENT)) {
      try delivery(["a.mol", "b.mol"])
    }
    #expect(throws: DocumentError.self) { try delivery(["file://elsewhere/a.mol"]) }
  }

  @Test func aDeliveryHasAtMostAThousandFilesAndURLs() throws {
    let most = Array(repeating: "molecules:x", count: OpenRequest.limit)
    #expect(try delivery(most).urls == most)
    #expect(
      throws: DocumentError.tooLarge(name: "The list of files", limit: OpenRequest.limit)
    ) { try delivery(most + ["molecules:x"]) }
  }

  @Test func nothingIsDeliveredWithoutFilesAndURLs() {
    #expect(OpenRequest().isEmpty)
    #expect(!OpenRequest(documents: [.init(path: "/a")]).isEmpty)
    #expect(!OpenRequest(urls: ["x:y"]).isEmpty)
    #expect(!OpenRequest(documents: [.init(path: "/a")], urls: ["x:y"]).isEmpty)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A session that isn't among the application's own, as one that the person named.
  @Test func whatASessionElsewhereNamesStaysUntilItDoesNot() throws {
    let session = folder.file("own/week")
    let path = try received.keep([1], ending: "sdf", for: session)
    #expect(path == folder.file("state/molecules/received/stdin.sdf"))
    let sessions = folder.file("sessions")
    func delete() throws { try received.deleteAll(butNamedIn: sessions, olderThan: -1) }
    try folder.write("own/week", "… stdin.sdf …")
    try delete()
    #expect(exists(path))
    // One that can't be read now may name it.
    try FileManager.default.removeItem(atPath: session)
    mkdir(session, 0o700)
    try delete()
    #expect(exists(path) && exists(path + ".session"))
    try FileManager.default.removeItem(atPath: session)
    try folder.write("own/week", "… stdin-2.sdf …")
    try delete()
    #expect(!exists(path) && !exists(path + ".session"))
    let next = try received.keep([2], ending: "sdf", for: folder.file("own/gone"))
    try delete()
    #expect(!exists(next) && !exists(next + ".session"))
  }

  @Test func whereNothingWasReceivedNothingIsDeleted() throws {
    try received.deleteAll(butNamedIn: folder.file("sessions"), olderThan: -1)
    try received.deleteAll(but: [])
    let path = try received.keep([1], ending: "sdf")
    try folder.write("state/molecules/received/mine.sdf", "mine")
    try received.deleteAll(but: [])
    #expect(!exists(path))
    #expect(exists(folder.file("state/molecules/received/mine.sdf")))
  }
}
