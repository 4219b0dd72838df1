import Core
import Foundation
import Networking
import Testing

@Suite struct HTTPResponseTests {
  @Test(
    "A response's place has no user, query or fragment",
    arguments: [
      ("https://luca:geheim@host:8443/a/b?secret=1#part", "https://host:8443/a/b"),
      ("https://luca@host/", "https://host/"), ("https://host", "https://host"),
      ("http://[::1]/a%20b", "http://[::1]/a%20b"),
    ])
  func aPlaceNamesNobodyAndNothingPrivate(url: String, place: String) throws {
    let url = try #require(URL(string: url))
    #expect(url.location == place)
    #expect(HTTPResponse(status: 200, body: [], url: url).location == place)
    #expect(HTTPResponse(status: 200, body: [], url: url, recording: "a.json").location == "a.json")
  }

  private func problem(
    _ status: Int, type: String? = "application/json", _ body: String = "[]"
  ) throws -> HTTPError? {
    let response = HTTPResponse(
      status: status, headers: type.map { [HTTPHeader("Content-Type", $0)] } ?? [],
      body: Array(body.utf8), url: try #require(URL(string: "https://host/a")))
    do {
      try response.requireJSON()
      return nil
    } catch let problem as HTTPError {
      return problem
    }
  }

  @Test(
    "A response typed as JSON, or untyped, is accepted",
    arguments: [
      nil, "application/json", "Application/JSON ; charset=utf-8", "application/json-rpc",
      "application/problem+json",
    ] as [String?])
  func whatIsTypedAsJSONOrNotAtAllIsTaken(type: String?) throws {
    #expect(try problem(200, type: type, "anything") == nil)
    #expect(try problem(299, type: type) == nil)
  }

  @Test(
    "A response of a vague type is accepted if it begins like JSON",
    arguments: [
      ("text/plain", " \r\n\t[1]", true), ("application/octet-stream", "{}", true),
      ("text/plain", "1", false), ("text/html", "[1]", false), ("application/xml", "{}", false),
    ])
  func whatBeginsAsJSONIsTakenWhereItsTypeSaysNothing(
    type: String, body: String, isTaken: Bool
  ) throws {
    let problem = try problem(200, type: type, body)
    #expect((problem == nil) == isTaken)
    guard let problem else { return }
    #expect(problem == .wrongContentType("https://host/a", type: type, line: body))
  }

  @Test("Every status except success throws an HTTP error")
  func everyStatusThatIsNoSuccessIsAProblem() throws {
    #expect(try problem(401) == .unauthorized("https://host/a", line: "[]"))
    #expect(try problem(403) == .forbidden("https://host/a", line: "[]"))
    for status in [404, 410] {
      #expect(try problem(status) == .notFound("https://host/a", line: "[]"))
    }
    for status in [199, 300, 400, 402, 405, 500] {
      #expect(
        try problem(status) == .status("https://host/a", status, reason: "", line: "[]"))
    }
  }

  @Test(
    "An error response's message is taken from its JSON or HTML",
    arguments: [
      (#"{"message":"No.\nSee the log.","error":{"message":"x"}}"#, "No."),
      (#"{"error":{"message":"Locked."}}"#, "Locked."), (#"{"error":"Gone."}"#, "Gone."),
      (#" [{"message":"x"}]"#, #"[{"message":"x"}]"#), (#"{"message":"#, #"{"message":"#),
      ("<title>Log in</title>", "Log in"), ("", nil),
    ])
  func aServersMessageIsItsWords(body: String, line: String?) throws {
    #expect(try problem(403, body) == .forbidden("https://host/a", line: line))
  }

  /// A page of any length isn't read for its message.
  @Test(
    "An error response's JSON message is read below 16 KiB only",
    arguments: [(16_383, "No."), (16_384, #"{"message":"No." }"#)])
  func aMessageIsLookedForInWhatIsShort(count: Int, line: String) throws {
    let start = #"{"message":"No.""#
    let body = start + String(repeating: " ", count: count - start.utf8.count - 1) + "}"
    #expect(body.utf8.count == count)
    #expect(try problem(404, body) == .notFound("https://host/a", line: line))
  }

  @Test("A 204 response is null, an empty 200 is malformed") func anAnswerWithoutABodyIsNull()
    throws
  {
    let url = try #require(URL(string: "https://host/a"))
    func json(_ status: Int, _ body: String, recording: String? = nil) throws -> JSON {
      try HTTPResponse(status: status, body: Array(body.utf8), url: url, recording: recording)
        .json()
    }
    #expect(try json(204, "") == .null && json(204, "no JSON", recording: "a.json") == .null)
    #expect(try json(200, "[]") == .array([]) && json(205, "[]") == .array([]))
    #expect(throws: ReplayError.empty("a.json")) { try json(200, "", recording: "a.json") }
    let problem = #expect(throws: HTTPError.self) { try json(200, "") }
    guard case .malformed("https://host/a", let malformed) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(malformed.isEmpty)
    let torn = #expect(throws: ReplayError.self) { try json(200, "[", recording: "a.json") }
    guard case .malformed("a.json", _) = torn else {
      Issue.record("\(String(describing: torn))")
      return
    }
  }

  @Test("A response missing in a recording names its file", arguments: [404, 410])
  func whatWasNotRecordedIsNamedByItsFile(status: Int) throws {
    for (path, name) in [("/users/6?q", "users/6.json"), ("/", "/")] {
      let url = try #require(URL(string: "https://host" + path))
      #expect(throws: ReplayError.notRecorded("week", name: name)) {
        try HTTPResponse(status: status, body: [], url: url, recording: "week").requireJSON()
      }
    }
  }
}
