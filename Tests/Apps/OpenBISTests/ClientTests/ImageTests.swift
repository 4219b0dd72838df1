import Accounts
import Reprise
import Testing

@testable import OpenBIS

@Suite struct ImageTests {
  private let probe = ResourceID("20261122015839416-45")
  private static let store = "http://127.0.0.1:18444/datastore_server/"

  private func image(_ path: String, _ lab: Laboratory) async throws -> TimestampedResponse<
    ImageFile
  > {
    try await lab.source.image(.address(Self.store + path), of: probe, .server)
  }

  @Test("openBIS image is requested with the token and cached")
  func anImageComesWithTheTokenAndStays() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let entity = try await lab.source.detail(of: probe, .server).content
    let marquee = try #require(entity.images?.marquee)
    let file = try await lab.source.image(marquee, of: probe, .server)
    #expect(file.content.type == "image/jpeg")
    #expect(file.content.name == "PROBE1.jpg")
    #expect(lab.transport.targets.last?.contains("?sessionID=admin-") == true)
    lab.transport.setAway(true)
    #expect(try await lab.restarted().source.image(marquee, of: probe, .cacheOnly) == file)
  }

  @Test("openBIS token is sent to no other server") func theTokenGoesToNoOtherServer() async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.answer(
      "www.ebi.ac.uk",
      StrictServer.Reply(headers: [HTTPHeader("Content-Type", "image/png")], body: [1, 2, 3]))
    for address in [
      "https://www.ebi.ac.uk/chemblws/compounds/C1/image",
      "https://www.ebi.ac.uk/datastore_server/x.png?a=b",
    ] {
      let file = try await lab.source.image(.address(address), of: probe, .server)
      #expect(file.content.bytes == [1, 2, 3])
      #expect(lab.transport.targets.last?.contains("sessionID") == false)
    }
  }

  @Test("openBIS image missing elsewhere is no missing server")
  func anImageThatIsMissingElsewhereIsNoMissingServer() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.answer("www.ebi.ac.uk", StrictServer.Reply.html("Not Found", status: 404))
    await #expect(throws: OpenBISError.noFile("404 from www.ebi.ac.uk")) {
      try await lab.source.image(.address("https://www.ebi.ac.uk/x.png"), of: probe, .server)
    }
  }

  @Test("openBIS token is sent to other data stores of the instance")
  func anotherDataStoreOfTheInstanceGetsTheTokenToo() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.instance.otherStores = ["https://second.example:444"] }
    lab.transport.answer(
      "second.example",
      StrictServer.Reply(headers: [HTTPHeader("Content-Type", "image/png")], body: [1]))
    let address = "https://second.example:444/datastore_server/1-2/x.png"
    _ = try await lab.source.image(.address(address), of: probe, .server)
    #expect(lab.transport.targets.last?.contains("sessionID=admin-") == true)
  }

  @Test("openBIS image URL keeps its query") func aQueryIsKept() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    _ = try await image("20261122020728292-50/original/original/leaf.png?mode=x", lab)
    #expect(lab.transport.targets.last?.contains("leaf.png?mode=x&sessionID=admin-") == true)
  }

  @Test(
    "openBIS image response that is an HTML page is refused",
    arguments: [
      (
        "20261122020728292-50/original/nosuch.png", "Resource 'original/nosuch.png' does not exist."
      ),
      ("2000-1/x.png", "Unknown data set: 2000-1"),
    ])
  func aPageIsNoImage(path: String, sentence: String) async throws {
    let lab = try Laboratory()
    try await lab.synced()
    await #expect(throws: OpenBISError.noFile(sentence)) { try await image(path, lab) }
  }

  @Test("openBIS image of a foreign data set is not accessible")
  func aDataSetOfOthersIsNotAccessible() async throws {
    let lab = try Laboratory(as: "observer", password: "lookonly")
    try await lab.synced()
    await #expect(
      throws: OpenBISError.noFile("Data set '20261122020728292-50' is not accessible.")
    ) { try await image("20261122020728292-50/original/original/leaf.png", lab) }
  }

  /// datastore/session-unknown
  @Test("openBIS expired session is renewed for an image") func anExpiredSessionIsBegunAnew()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 50_000)
    let file = try await image("20261122020728292-50/original/original/leaf.png", lab)
    #expect(file.content.type == "image/png")
    #expect(lab.server.takeCalls().contains("tryToAuthenticateAtQueryServer"))
  }

  @Test(
    "openBIS image address must be http or https",
    arguments: ["file:///etc/passwd", "x", "javascript:alert(1)", "http://"])
  func onlyTheWebHasImages(address: String) async throws {
    let lab = try Laboratory()
    await #expect(throws: OpenBISError.self) {
      try await lab.source.image(.address(address), of: probe, .server)
    }
    #expect(lab.transport.hosts.isEmpty)
  }

  @Test("openBIS image may be part of its entity") func anImageMayComeWithItsEntity() async throws {
    let lab = try Laboratory()
    let file = try await lab.source.image(.content([1, 2], format: "PNG"), of: probe, .cacheOnly)
    #expect(file.content.type == "image/png")
  }
}
