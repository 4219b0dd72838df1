import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

@MainActor @Suite struct SearchingTests {
  private func search(_ text: String) async throws -> TestSession<Route> {
    let session = try await openBIS()
    await session.press("f")
    await session.type(text)
    return session
  }

  @Test("openBIS search requires three letters") func twoLettersAreTooFew() async throws {
    let session = try await search("bi")
    try session.expect("Type at least 3 characters.")
    try session.expectNo("asks for")
    await session.type("n")
    try session.expect("asks for *bin*")
    try session.expect("PROBE1")
  }

  @Test("openBIS search sends wildcards and quotes unchanged")
  func aWildcardOrAQuotationIsSentAsItIs() async throws {
    let session = try await search("probe?")
    try session.expect("asks for probe?")
    try session.expect("10 entities")
    let quoted = try await search("\"PROBE1\"")
    await quoted.press(.escape)
    try quoted.expect("asks for \"PROBE1\"")
  }

  @Test("openBIS search opens its only hit, Esc returns")
  func theOnlyHitIsOpenedAndEscapeLeadsBackToIt() async throws {
    let session = try await search("\"PROBE1\"")
    try session.expect("openBIS › Search › PROBE1")
    await session.press(.escape)
    try session.expect("1 entity")
    try await session.killAndRelaunch()
    try session.expect("1 entity")
  }

  @Test("openBIS search hits resume") func whatWasFoundComesBack() async throws {
    let session = try await search("tryptophan")
    await session.press(.down)
    let selected = session.selectedText
    try await session.killAndRelaunch()
    #expect(session.selectedText == selected)
    try session.expect("asks for *tryptophan*")
  }

  /// The filter stands in the top line and asks nobody; the search is a screen of its own.
  @Test("openBIS filter sends no request, search does") func filterAndSearchLookDifferent()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let session = try await TestSession(lab.viewer.application)
    await session.press("/")
    await session.type("probes")
    try session.expect("openBIS › /probes")
    #expect(!lab.server.takeCalls().contains { $0.contains(" SEARCH") })
    await session.press(.enter, "f")
    await session.type("probes")
    try session.expect("› Search")
    #expect(lab.server.takeCalls().contains { $0.contains(" SEARCH") })
  }

  @Test("openBIS search without hits says so") func nothingFoundIsSaid() async throws {
    let session = try await search("xyzzy")
    try session.expect("Nothing found.")
  }

  @Test("openBIS search reports a server that does not respond")
  func aServerThatDoesNotAnswerIsSaid() async throws {
    let lab = try Laboratory()
    let session = try await TestSession(lab.viewer.application)
    lab.transport.setAway(true)
    await session.press("f")
    await session.type("xyzzy")
    try session.expect("✕ Loading failed")
  }
}
