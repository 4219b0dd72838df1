import Core
import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct AnswerTests {
  private let transport = LibcurlTransport.forTests()

  @Test("A GET returns status, reason, headers and body") func anAnswerComesWhole() async throws {
    let server = try await TestServer()
    try await server.serve("/list", .json("[1, 2]").with { $0.reason = "Fine indeed" })
    let response = try await transport.get(server.url("/list?a=b&c=%20"))
    #expect(response.status == 200)
    #expect(response.reason == "Fine indeed")
    #expect(response.headers.value("content-type") == "application/json")
    #expect(String(decoding: response.body, as: UTF8.self) == "[1, 2]")
    #expect(response.url == server.url("/list?a=b&c=%20"))
    let request = try #require(try await server.seen().requests.first)
    #expect(request.method == "GET")
    #expect(request.path == "/list?a=b&c=%20")
    #expect(request.header("Accept-Encoding") == "gzip")
    #expect(request.header("Host") == "127.0.0.1:\(server.port)")
    #expect(request.header("Authorization") == nil)
    #expect(request.header("Cookie") == nil)
  }

  @Test("A DELETE returns 204 without a body") func thingsAreDeleted() async throws {
    let server = try await TestServer()
    try await server.serve("/session", TestResponse(status: 204))
    let response = try await transport.send(HTTPRequest(server.url("/session"), method: .delete))
    #expect(response.status == 204)
    #expect(response.body.isEmpty)
    #expect(try await server.seen().requests.map(\.method) == ["DELETE"])
  }

  @Test("A wrong password gets 401 and isn't sent again", arguments: [true, false])
  func aWrongPasswordIsSaidToBeOne(isChallenging: Bool) async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").forLuca.with { $0.isChallenging = isChallenging })
    let wrong = Credentials(user: "luca", password: Secret("falsch"))
    let response = try await transport.get(server.url("/"), as: wrong)
    #expect(response.status == 401)
    #expect(throws: HTTPError.unauthorized(server.origin + "/")) { try response.requireJSON() }
    // It isn't tried again.
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("Credentials are sent with the first request") func theRightPasswordIsSentAtOnce()
    async throws
  {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").forLuca)
    #expect(try await transport.get(server.url("/"), as: .luca).status == 200)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("Error statuses and HTML pages throw their HTTP errors") func problemsAreTold() async throws
  {
    let server = try await TestServer()
    let sorry = "<html><head><title>Sorry</title></head><body>No.</body></html>"
    try await server.serve("/403", TestResponse(status: 403))
    try await server.serve("/500", .html(sorry, status: 500).with { $0.reason = "Broken" })
    try await server.serve("/login", .html("<form>Password</form>"))
    let problems: [String: HTTPError] = [
      "/403": .forbidden(server.origin + "/403"), "/404": .notFound(server.origin + "/404"),
      "/500": .status(server.origin + "/500", 500, reason: "Broken", line: "Sorry"),
      "/login": .wrongContentType(
        server.origin + "/login", type: "text/html", line: "Password"),
    ]
    for (path, problem) in problems {
      let response = try await transport.get(server.url(path))
      #expect(throws: problem) { try response.requireJSON() }
    }
  }

  @Test("A request has Accept-Language and User-Agent") func theLanguageIsAskedFor() async throws {
    let server = try await TestServer()
    let transport = LibcurlTransport.forTests {
      $0.acceptLanguage = "it-IT, it;q=0.9"
      $0.userAgent = "cloudburst/1"
    }
    _ = try await transport.get(server.url("/a"))
    _ = try await transport.get(server.url("/b"), headers: [HTTPHeader("accept-language", "de")])
    let requests = try await server.seen().requests
    #expect(requests.map { $0.header("Accept-Language") } == ["it-IT, it;q=0.9", "de"])
    #expect(requests.map { $0.header("User-Agent") } == ["cloudburst/1", "cloudburst/1"])
  }

  @Test("Request headers are sent unchanged, invalid names refused") func headersAreSentAsTheyAre()
    async throws
  {
    let server = try await TestServer()
    let headers = [
      HTTPHeader("X-IBM-PureSystem-API-Version", "1.0"), HTTPHeader("X-Empty", ""),
      HTTPHeader("X-Città", "no"),
    ]
    _ = try await transport.get(server.url("/"), headers: Array(headers.prefix(2)))
    let request = try #require(try await server.seen().requests.first)
    #expect(request.header("X-IBM-PureSystem-API-Version") == "1.0")
    #expect(request.header("X-Empty") == "")
    guard
      case .unsendable = try await transport.problem(getting: server.url("/"), headers: headers)
    else {
      Issue.record("a name that is no token was sent")
      return
    }
  }

  @Test(
    "A header that would change the request is refused",
    arguments: [
      HTTPHeader("Host", "other"), HTTPHeader("authorization", "Basic eA=="),
      HTTPHeader("Cookie", "a=b"), HTTPHeader("X-A", "b\r\nX-C: d"), HTTPHeader("X-A\r\nX-C", "d"),
    ]) func aHeaderThatWouldChangeTheRequestIsRefused(header: HTTPHeader) async throws
  {
    let server = try await TestServer()
    let problem = try await transport.problem(getting: server.url("/"), headers: [header])
    guard case .unsendable = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(try await server.seen().connections.isEmpty)
  }

  @Test(
    "Credentials that Basic can't encode are refused",
    arguments: [("lu:ca", "geheim"), ("lu\0ca", "geheim"), ("luca", "geheim\0b")])
  func whatBasicCannotSayIsRefused(user: String, password: String) async throws {
    let credentials = Credentials(user: user, password: Secret(password))
    let url = try #require(URL(string: "https://127.0.0.1:1/"))
    let problem = try await transport.problem(getting: url, as: credentials)
    guard case .unsendable(let reason) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(!reason.contains("geheim"))
  }

  @Test("A compressed response is decompressed") func compressionIsUndone() async throws {
    let server = try await TestServer()
    let text = String(repeating: "città ", count: 10_000)
    try await server.serve("/", .json(text).with { $0.isCompressed = true })
    let response = try await transport.get(server.url("/"))
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test("A damaged compressed response throws undecodable") func damagedCompressionIsSaid()
    async throws
  {
    let server = try await TestServer()
    var answer = TestResponse.json("no gzip")
    answer.headers["Content-Encoding"] = "gzip"
    try await server.serve("/", answer)
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .undecodable(server.origin + "/"))
  }

  @Test("A chunked response is one body") func chunksAreOneBody() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[1, 2, 3]").with { $0.isChunked = true })
    let response = try await transport.get(server.url("/"))
    #expect(String(decoding: response.body, as: UTF8.self) == "[1, 2, 3]")
  }

  @Test(
    "A truncated response throws cutShort",
    arguments: [TestResponse.Position.beforeByte(0), .beforeByte(5)], [true, false])
  func whatIsCutShortIsNoAnswer(place: TestResponse.Position, isChunked: Bool) async throws {
    let server = try await TestServer()
    try await server.serve(
      "/",
      .json("[1, 2, 3]").with {
        $0.cut = place
        $0.isChunked = isChunked
      })
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .cutShort(server.origin + "/"))
  }

  @Test("A connection closed before the response throws hungUp")
  func aServerThatHangsUpAtOnceHasNotAnswered() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[1, 2, 3]").with { $0.cut = .beforeHead })
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .hungUp(host: "127.0.0.1:\(server.port)"))
  }
}
