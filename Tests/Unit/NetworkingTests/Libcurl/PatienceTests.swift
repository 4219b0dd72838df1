import Foundation
import Networking
import RepriseTesting
import Testing

/// How long is waited, how much is taken, and what becomes of what nobody wants any more.
@Suite(.timeLimit(.minutes(5))) struct PatienceTests {
  @Test(arguments: [TestResponse.Position.beforeHead, .beforeByte(3)])
  func aServerThatFallsSilentIsGivenUp(place: TestResponse.Position) async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[1, 2]").with { $0.hold = place })
    let transport = LibcurlTransport.forTests { $0.idleTimeout = .milliseconds(300) }
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .timedOut(host: "127.0.0.1:\(server.port)", .responding, seconds: 1))
  }

  @Test func aServerThatNeverShakesHandsIsGivenUp() async throws {
    // It accepts a connection, and that is all it does.
    let silent = try SilentPort(isOpen: true)
    let transport = LibcurlTransport.forTests { $0.connectTimeout = .milliseconds(300) }
    let problem = try await transport.problem(getting: silent.url)
    #expect(problem == .timedOut(host: "127.0.0.1:\(silent.number)", .connecting, seconds: 1))
  }

  @Test(
    "A cancelled request ends at once, and its connection is closed",
    arguments: [TestResponse.Position.beforeHead, .beforeByte(3)])
  func whatIsCancelledEndsAtOnce(place: TestResponse.Position) async throws {
    let server = try await TestServer()
    let answer = TestResponse.json("[1, 2]").with { $0.hold = place }
    try await server.serve("/", answer, .json("[]"))
    let transport = LibcurlTransport.forTests { $0.idleTimeout = .seconds(600) }
    let task = Task { try await transport.get(server.url("/")) }
    _ = try await server.seen(requests: 1)
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    // The transport goes on; the connection, with half an answer in it, doesn't.
    #expect(try await transport.get(server.url("/")).status == 200)
    #expect(try await server.seen().connections.count == 2)
  }

  @Test("A request cancelled before its start is never sent")
  func whatIsCancelledBeforeItBeginsIsNeverAsked() async throws {
    let server = try await TestServer()
    let transport = LibcurlTransport.forTests()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.get(server.url("/"))
    }
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    _ = try await transport.get(server.url("/other"))
    #expect(try await server.seen().requests.map(\.path) == ["/other"])
  }

  @Test("A queued request can be cancelled and doesn't time out")
  func whatWaitsForAnotherCanBeCancelledAndDoesNotTimeOut() async throws {
    let server = try await TestServer()
    try await server.serve("/held", .json("[]").with { $0.hold = .beforeHead })
    try await server.serve("/next", .json("[]"))
    let transport = LibcurlTransport.forTests {
      $0.concurrentRequests = 1
      $0.idleTimeout = .seconds(600)
    }
    let held = Task { try await transport.get(server.url("/held")).status }
    _ = try await server.seen(requests: 1)
    let cancelled = Task { try await transport.get(server.url("/never")).status }
    let next = Task { try await transport.get(server.url("/next")).status }
    cancelled.cancel()
    await #expect(throws: HTTPError.cancelled) { try await cancelled.value }
    try await server.release()
    #expect(try await held.value == 200)
    #expect(try await next.value == 200)
    #expect(try await server.seen().requests.map(\.path) == ["/held", "/next"])
  }

  @Test("A compression bomb of 4 GiB is stopped at the size limit")
  func aBombIsStoppedBeforeItGoesOff() async throws {
    let server = try await TestServer()
    // 4 GiB in 4 MiB.
    try await server.serve("/", TestResponse().with { $0.zeros = 4096 })
    let limit = 8 << 20
    let transport = LibcurlTransport.forTests { $0.sizeLimit = limit }
    let before = try peakMemory()
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .tooLarge(server.origin + "/", limit: limit))
    // Other tests run meanwhile and take some, too, but nothing like 4 GiB.
    #expect(try peakMemory() - before < 512 << 20)
  }

  @Test("Trailers are limited like headers") func trailersAreNoWayAroundTheLimits() async throws {
    let server = try await TestServer()
    // Few of them are nothing unusual.
    let answer = TestResponse.json("[1]").with { $0.isChunked = true }
    try await server.serve("/few", answer.with { $0.trailers = 8 })
    try await server.serve("/many", answer.with { $0.trailers = 64 << 10 })
    let transport = LibcurlTransport.forTests()
    #expect(try await transport.get(server.url("/few")).status == 200)
    let before = try peakMemory()
    let problem = try await transport.problem(getting: server.url("/many"))
    #expect(problem == .tooLarge(server.origin + "/many", limit: 256 << 10))
    #expect(problem.errorDescription?.hasPrefix("Headers larger than 256 KiB") == true)
    #expect(try peakMemory() - before < 64 << 20)
  }

  @Test("Response headers are limited to 256 KiB") func headersAreBounded() async throws {
    let server = try await TestServer()
    var answer = TestResponse.json("[1]")
    for number in 0..<90 { answer.headers["X-\(number)"] = String(repeating: "x", count: 4000) }
    try await server.serve("/", answer)
    let problem = try await LibcurlTransport.forTests().problem(getting: server.url("/"))
    #expect(problem == .tooLarge(server.origin + "/", limit: 256 << 10))
  }

  /// libcurl has a limit for one line, and called what lies beyond “out of memory” for years.
  @Test("A response header that is too long is the server's error")
  func aHeaderThatIsTooLongIsTheServersDoing() async throws {
    let server = try await TestServer()
    let answer = TestResponse.json("[1]").with {
      $0.headers["X-Long"] = String(repeating: "x", count: 250_000)
    }
    try await server.serve("/", answer)
    let problem = try await LibcurlTransport.forTests().problem(getting: server.url("/"))
    #expect(problem == .tooLarge(server.origin + "/", limit: 256 << 10))
    #expect(problem.errorDescription?.contains("or a single one that is too long") == true)
    #expect(problem.recoverySuggestion == "Contact the server's administrator.")
  }

  @Test("A response below the minimum rate times out, a slow one doesn't")
  func anAnswerThatDripsIsGivenUpAndASlowOneIsNot() async throws {
    let server = try await TestServer()
    let answer = TestResponse.json(String(repeating: " ", count: 100) + "[]").with {
      $0.drip = .milliseconds(10)
    }
    let endless = [UInt8](repeating: 0x20, count: 1 << 16)
    try await server.serve("/endless", answer.with { $0.body += endless })
    try await server.serve("/slow", answer)
    let impatient = LibcurlTransport.forTests {
      $0.slowness = .milliseconds(300)
      $0.minimumRate = 10_000
    }
    let problem = try await impatient.problem(getting: server.url("/endless"))
    #expect(problem == .timedOut(host: "127.0.0.1:\(server.port)", .receiving, seconds: 1))
    #expect(problem.category == .unreachable)
    let patient = LibcurlTransport.forTests {
      $0.slowness = .milliseconds(300)
      $0.minimumRate = 1
    }
    #expect(try await patient.get(server.url("/slow")).body.count == 102)
  }

  @Test("A response with a large Content-Length isn't fetched")
  func whatSaysThatItIsTooLargeIsNotEvenFetched() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json(String(repeating: " ", count: 1001)))
    let transport = LibcurlTransport.forTests { $0.sizeLimit = 1000 }
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .tooLarge(server.origin + "/", limit: 1000))
  }

  @Test("A response exactly at the size limit is accepted") func whatIsJustAsLargeAsItMayBeIsTaken()
    async throws
  {
    let server = try await TestServer()
    let answer = TestResponse.json(String(repeating: " ", count: 1000))
    try await server.serve("/plain", answer)
    try await server.serve("/compressed", answer.with { $0.isCompressed = true })
    try await server.serve("/chunked", answer.with { $0.isChunked = true })
    let transport = LibcurlTransport.forTests { $0.sizeLimit = 1000 }
    for path in ["/plain", "/compressed", "/chunked"] {
      #expect(try await transport.get(server.url(path)).body.count == 1000)
    }
  }

  @Test("A response of 50,000 entries arrives with progress") func fiftyThousandSystemsCome()
    async throws
  {
    let server = try await TestServer()
    let system = #"{"id":51,"name":"Single Server","currentstatus":"RM01006","created":1}"#
    let list = "[" + repeatElement(system, count: 50_000).joined(separator: ",\n") + "]"
    try await server.serve("/", .json(list))
    let progress = ProgressLog()
    let transport = LibcurlTransport.forTests()
    let response = try await transport.send(
      HTTPRequest(server.url("/"), progress: { progress.note($0) }))
    #expect(response.body == Array(list.utf8))
    #expect(progress.all.first != nil)
    #expect(progress.all.allSatisfy { $0.expected == list.utf8.count })
    #expect(progress.all.map(\.received) == progress.all.map(\.received).sorted())
  }

  private func peakMemory() throws -> Int {
    var usage = rusage()
    getrusage(.init(0), &usage)
    return usage.ru_maxrss << 10
  }
}
