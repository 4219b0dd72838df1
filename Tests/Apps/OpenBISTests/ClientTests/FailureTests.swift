import Accounts
import Reprise
import Testing

@testable import OpenBIS

@Suite struct FailureTests {
  private let probe = ResourceID("20261122015839416-45")

  @Test(
    "openBIS failure message is reduced to its cause",
    arguments: [
      (
        "ch.systemsx.cisd.common.exceptions.UserFailureException: Chosen plugin failed to create a report: Traceback (most recent call last):\n  File \"<string>\", line 440, in aggregate\nKeyError: REFCON\n\n\tat ch.systemsx.Frame\nCaused by: x",
        "KeyError: REFCON", true, false
      ),
      (
        "ch.systemsx.cisd.common.exceptions.UserFailureException: Chosen plugin failed to create a report: java.lang.ClassCastException: class a cannot be cast (Context: [])",
        "class a cannot be cast", true, false
      ),
      (
        "Could not access HTTP invoker remote service at [http://127.0.0.1:1]; nested exception is x",
        "Could not access HTTP invoker remote service at [http://127.0.0.1:1]; nested exception is x",
        false, true
      ),
      ("Hash cannot be empty.", "Hash cannot be empty.", false, false),
    ])
  func aMessageIsReadToItsSentence(
    message: String, sentence: String, isPlugins: Bool, isStoreDown: Bool
  ) {
    let read = FailureSentence(message, type: "java.lang.RuntimeException")
    #expect(read.text == sentence)
    #expect(read.isPlugins == isPlugins)
    #expect(read.isStoreDown == isStoreDown)
  }

  @Test("openBIS failure without a message is named by its type")
  func aMissingMessageIsNamedByItsType() {
    let read = FailureSentence(nil, type: "java.lang.NullPointerException")
    #expect(read.text == "NullPointerException, without a message")
  }

  /// service/store-session: what the data store's own dead session does to the first call after a
  /// restart.
  @Test("A data store that logs in again is asked once more, and no token is shown")
  func storeSessionIsRetried() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let words =
      "Session token 'etlserver-261127162939809x64486EEB40AB12' is invalid: user is not logged in."
    lab.server.change { $0.failures["DETAIL"] = .python(words) }
    let error = await #expect(throws: OpenBISError.self) {
      try await lab.source.detail(of: probe, .server)
    }
    #expect(error == .serviceFailed("Session token '…' is invalid: user is not logged in."))
    #expect(lab.server.takeCalls().count { $0.contains("DETAIL") } == 2)
    let access = FailureSentence("Invalid token: $pat-admin-12ab.", type: "")
    #expect(access.text == "Invalid token: $pat-…")
  }

  @Test("openBIS plug-in failure affects its request only") func aPluginsFailureIsItsOwn()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.failures["DETAIL"] = .python("KeyError: DICTIONARY_TYPE") }
    let error = await #expect(throws: OpenBISError.self) {
      try await lab.source.detail(of: probe, .server)
    }
    #expect(error == .serviceFailed("KeyError: DICTIONARY_TYPE"))
    #expect(error?.fetchFailure == .failed)
  }

  @Test("openBIS failure without a message is reported") func aFailureWithoutAMessageIsTold()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.failures["DETAIL"] = .masked(nil) }
    await #expect(
      throws: OpenBISError.serviceFailed("MasqueradingException, without a message")
    ) { try await lab.source.detail(of: probe, .server) }
  }

  /// service/store-down-*
  @Test("openBIS data store that is down counts as offline") func aDataStoreThatIsDownIsAway()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.isStoreDown = true }
    let error = await #expect(throws: OpenBISError.self) {
      try await lab.source.sync(.changes) { _ in }
    }
    #expect(error?.fetchFailure == .unreachable)
    #expect(error?.dataStatus == .offline)
    let kept = try await lab.source.family(of: ResourceID("PROBES"), .cacheOnly)
    #expect(titles(kept.content.children) == ["PROBE1", "PROBE2", "PROBE3", "PROBE10"])
  }

  @Test(
    "openBIS response that is no table is refused",
    arguments: [
      "", "nothing", "<html>", "[]", "5", "{}", "{\"result\":", "{\"result\":{\"columns\":[]",
      "{\"result\":{\"columns\":[],\"rows\":[[{\"value\":\"x\"}]", "{\"result\":{\"rows\":[]}}",
      "{\"result\":{\"columns\":[{}],\"rows\":{}}}", "{\"result\":\"x\"}",
    ])
  func anAnswerThatIsNoneIsRefused(body: String) async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change {
      $0.bodies["DETAIL 20261122015839416-45"] = StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")], body: Array(body.utf8))
    }
    let error = await #expect(throws: OpenBISError.self) {
      try await lab.source.detail(of: probe, .server)
    }
    #expect(error?.fetchFailure == .unusable)
  }

  @Test("openBIS response that is no list of services is refused")
  func anAnswerThatIsNoListOfServicesDoesNotSayThatThereIsNone() async throws {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    lab.transport.answer(
      "lab.example",
      StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")],
        body: Array(#"{"jsonrpc":"2.0","id":1,"result":null}"#.utf8)))
    await #expect(throws: OpenBISError.unexpected("null", expected: "a list of services")) {
      try await lab.source.session.readingService()
    }
  }

  @Test("openBIS root is shown though preferences fail") func preferencesThatFailDoNotHideTheRoot()
    async throws
  {
    let lab = try Laboratory()
    lab.server.change { $0.failures["CLIENT_PREFS"] = .python("KeyError: X") }
    let root = try await lab.source.root(.server)
    #expect(root.content.entities.count == 2)
    #expect(root.failure as? OpenBISError == .serviceFailed("KeyError: X"))
    #expect(root.content.preferences.refreshInterval == 3600)
  }
}
