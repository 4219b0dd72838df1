import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

@Suite struct OpenMRSClientTests {
  @Test("OpenMRS request encodes typed text") func whatIsAskedForIsEncodedWhateverIsTyped()
    async throws
  {
    let server = ScriptedTransport(.status(200, #"{"results": []}"#))
    _ = try await client(server).patients(matching: "a+b &q=é%", start: 40, limit: 20)
    let url = try #require(server.requests.first).url.absoluteString
    #expect(
      url.hasPrefix("https://clinic.example/openmrs/ws/rest/v1/patient?q=a%2Bb%20%26q%3D%C3%A9%25&")
    )
    #expect(url.contains("&includeDead=true&"))
    #expect(url.hasSuffix("&limit=20&startIndex=40&totalCount=true"))
  }

  @Test(
    "OpenMRS request refuses an ID that leaves its path",
    arguments: ["..", "a/b", "", "a?b", "é", String(repeating: "a", count: 101)])
  func noIDLeadsOutOfItsPlace(id: String) async throws {
    let server = ScriptedTransport(.status(200, "{}"))
    await #expect(throws: OpenMRSError.unusableID(id)) {
      try await client(server).patient(ResourceID(id))
    }
    #expect(server.requests.isEmpty)
  }

  @Test("OpenMRS stale session is dropped and the request repeated once")
  func aStaleSessionIsForgottenAndTheQuestionAskedOnceMore() async throws {
    let server = ScriptedTransport(
      .status(200, #"{"uuid": "p"}"#),
      .status(401, "<html><title>Session timed out</title></html>"),
      .status(200, #"{"uuid": "p"}"#))
    let client = try client(server)
    for _ in 0..<2 { #expect(try await client.patient(ResourceID("p")).id.text == "p") }
    #expect(server.forgetCount == 1)
  }

  @Test("OpenMRS password never accepted is sent once") func aPasswordThatWasNeverTakenIsSentOnce()
    async throws
  {
    let server = ScriptedTransport(.status(401, ""), .status(200, #"{"uuid": "p"}"#))
    await #expect(throws: HTTPError.self) { try await client(server).patient(ResourceID("p")) }
    #expect(server.requests.count == 1)
  }

  @Test("OpenMRS session without a user is a wrong password")
  func aSessionThatIsNobodysIsAWrongPassword() async throws {
    let server = ScriptedTransport(.status(200, #"{"authenticated": false}"#))
    await #expect(throws: HTTPError.unauthorized("clinic.example")) {
      try await client(server).services.logIn()
    }
  }

  @Test(
    "OpenMRS error has the message of the server",
    arguments: [
      (
        403,
        #"{"error": {"message": "User is not logged in [Privileges required: [Get Patients]]"}}"#,
        OpenMRSError.missingPrivilege("Get Patients")
      ),
      (
        400,
        #"{"error": {"message": "Invalid Submission", "detail": "at java.lang", "globalErrors": [{"message": "g"}], "fieldErrors": {"gender": [{"message": "required"}]}}}"#,
        .refused(400, "Invalid Submission; g; gender: required")
      ),
      (
        404, #"{"error": {"message": "Object with given uuid doesn't exist"}}"#,
        .notFound("Object with given uuid doesn't exist")
      ),
      (500, #"{"error": {}}"#, .refused(500, "no reason is given")),
    ])
  func anErrorSaysWhatTheServerSays(status: Int, body: String, problem: OpenMRSError) async throws {
    let server = ScriptedTransport(.status(status, body))
    await #expect(throws: problem) { try await client(server).patient(ResourceID("p")) }
  }

  @Test("OpenMRS 404 in HTML is not found") func whatIsMissingIsMissingInHTMLToo() async throws {
    let server = ScriptedTransport(.status(404, "<html><title>Not Found</title></html>"))
    await #expect(throws: OpenMRSError.notFound("")) {
      try await client(server).programs(of: ResourceID("p"))
    }
  }

  @Test(
    "OpenMRS gateway errors 502 to 504 count as offline",
    arguments: [(502, true), (503, true), (504, true), (500, false), (501, false)])
  func aGatewayThatDoesNotReachTheServerSaysThatItIsAway(status: Int, isAway: Bool) async throws {
    let server = ScriptedTransport(.status(status, "<html><title>Oops</title></html>"))
    let problem = await #expect(throws: (any Error).self) {
      try await client(server).patient(ResourceID("p"))
    }
    #expect(problem.flatMap { FetchFailure($0) } == (isAway ? .unreachable : .failed))
    #expect((problem as? any SourceError)?.dataStatus == (isAway ? .offline : .error))
  }

  @Test("OpenMRS exception with status 200 is an error")
  func anExceptionThatIsSaidWithStatus200IsAnError() async throws {
    let server = ScriptedTransport(
      .status(200, #"{"cause": null, "stackTrace": [{"methodName": "x"}], "message": "Oops"}"#))
    await #expect(throws: OpenMRSError.exception("Oops")) {
      try await client(server).patient(ResourceID("p"))
    }
  }

  @Test("OpenMRS response about another patient is refused")
  func anAnswerAboutSomebodyElseIsNotShown() async throws {
    let server = ScriptedTransport(.status(200, #"{"uuid": "other"}"#))
    await #expect(throws: OpenMRSError.wrongObject("patient")) {
      try await client(server).patient(ResourceID("p"))
    }
  }

  @Test("OpenMRS error in HTML is an error") func anErrorInHTMLIsAnErrorToo() async throws {
    let server = ScriptedTransport(.status(500, "<html><title>Oops</title></html>"))
    await #expect(throws: HTTPError.self) { try await client(server).patient(ResourceID("p")) }
  }

  @Test("OpenMRS page without a total follows its next link")
  func aPageWithoutATotalHasAnotherBehindItIfALinkSaysSo() async throws {
    let two = #"{"results": [{"uuid": "a"}, {"uuid": "b"}]"#
    let server = ScriptedTransport(
      .status(
        200, two + #", "links": [{"rel": "prev"}, {"rel": "next", "uri": "http://wrong/"}]}"#),
      .status(200, two + #", "links": [{"rel": "prev"}]}"#), .status(200, two + "}"))
    for hasMore in [true, false, false] {
      let page = try await client(server).patients(matching: "x", start: 0, limit: 2)
      #expect(page.hasMore == hasMore)
      #expect(page.total == nil)
    }
  }

  @Test("OpenMRS page skips and counts an unreadable entry")
  func oneBadEntryCostsItselfAndIsCounted() async throws {
    let server = ScriptedTransport(
      .status(200, #"{"results": [{"uuid": "a"}, {}, 7], "totalCount": 9}"#))
    let page = try await client(server).patients(matching: "x", start: 0, limit: 3)
    #expect(page.elements.map(\.id.text) == ["a"])
    #expect(page.count == 3 && page.hasMore)
    #expect(
      page.entries.summary()
        == "2 of 3 entries unreadable, skipped: entry 2 has no id, entry 3 is a number, not an object."
    )
  }

  @Test("OpenMRS page that is no list is refused") func whatIsNoListIsSaidToBeNone() async throws {
    let server = ScriptedTransport(.status(200, "[]"))
    await #expect(throws: OpenMRSError.notAList("an array")) {
      try await client(server).patients(matching: "x", start: 0, limit: 3)
    }
  }
}
