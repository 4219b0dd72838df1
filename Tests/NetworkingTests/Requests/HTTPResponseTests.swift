import Foundation
import Networking
import Testing
import Values

@Suite struct HTTPResponseTests {
  @Test(arguments: [
    ("https://luca:geheim@host:8443/a/b?secret=1#part", "https://host:8443/a/b"),
    ("https://luca@host/", "https://host/"), ("https://host", "https://host"),
    ("http://[::1]/a%20b", "http://[::1]/a%20b"),
  ])
  func aPlaceNamesNobodyAndNothingPrivate(url: String, place: String) throws {
    let url = try #require(URL(string: url))
    #expect(url.place == place)
    #expect(HTTPResponse(status: 200, body: [], url: url).place == place)
    #expect(HTTPResponse(status: 200, body: [], url: url, recording: "a.json").place == "a.json")
  }

  private func problem(
    _ status: Int, type: String? = "application/json", _ body: String = "[]"
  ) throws -> HTTPProblem? {
    let response = HTTPResponse(
      status: status, headers: type.map { [HTTPHeader("Content-Type", $0)] } ?? [],
      body: Array(body.utf8), url: try #require(URL(string: "https://host/a")))
    do {
      try response.requireJSON()
      return nil
    } catch let problem as HTTPProblem {
      return problem
    }
  }

  @Test(
    arguments: [
      nil, "application/json", "Application/JSON ; charset=utf-8", "application/json-rpc",
      "application/problem+json",
    ] as [String?])
  func whatIsTypedAsJSONOrNotAtAllIsTaken(type: String?) throws {
    #expect(try problem(200, type: type, "anything") == nil)
    #expect(try problem(299, type: type) == nil)
  }

  @Test(arguments: [
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

  @Test func everyStatusThatIsNoSuccessIsAProblem() throws {
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
}
