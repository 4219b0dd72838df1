import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// What a server says beside its answers: to wait, to log in otherwise, or something that nobody
/// can read.
@MainActor @Suite struct WhatTheNetworkSaidTests {
  @Test("CloudBurst obeys Retry-After unless r is pressed")
  func aServerThatWantsToBeLeftAloneIsAskedAgainInTimeAndByAKeyAtOnce() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    let good = server.answer
    server.answer = .other(429, reason: "Too Many Requests", "", retryAfter: 90)
    await session.pass(seconds: 30)
    try session.expect("429 Too Many Requests, until ")
    let count = server.requestCount
    for _ in 0..<8 { await session.pass(seconds: 10) }
    #expect(server.requestCount == count)
    await session.press("r")
    #expect(server.requestCount == count + 1)
    try session.expect("r retries now.")
    server.answer = good
    await session.pass(seconds: 80)
    try session.expectNo("LIVE")
    await session.pass(seconds: 10)
    try session.expect("LIVE host.example")
  }

  @Test("CloudBurst login that is not offered is no wrong password")
  func aLoginThatIsNotOfferedIsNoWrongPassword() async throws {
    let problem = HTTPError.loginNotOffered("https://host.example/a", schemes: ["Negotiate"])
    let server = try FickleServer()
    server.answer = .problem(problem)
    let session = try await server.session()
    try session.expect("the server offers only Negotiate")
    try session.expect("NO ACCESS")
    await session.press("r")
    try session.expect("the server offers only Negotiate")
    try session.expectNo("log in")
  }

  /// Also where there was no list before, and after a restart, when the server says the same.
  @Test(
    "CloudBurst unreadable response is shown raw and exported",
    arguments: [
      (#"[{"id": 1, "name": "BROKEN-HERE"}"#, true), (#"{"BROKEN-HERE": 1}"#, true),
      (#"[{"id": 1, "name": "BROKEN-HERE"}"#, false),
    ]) func anAnswerThatCannotBeReadIsShownAndWritten(body: String, hadList: Bool) async throws
  {
    let directory = try TemporaryDirectory()
    let server = try FickleServer(exportingTo: directory)
    if !hadList { server.answer = .json(body) }
    let session = try await server.session()
    server.answer = .json(body)
    await session.pass(seconds: 30)
    try session.expect("BAD ANSWER")
    await session.press("y")
    try session.expect("BROKEN-HERE")
    try await session.killAndRelaunch()
    try session.expect("BROKEN-HERE")
    await session.press("?")
    try session.expect("Write all of it into a file")
    await session.press(.escape)
    await session.press("e")
    try await waitUntil("it is written") { session.frame.text.contains("Written to ") }
    let file = try String(
      contentsOfFile: directory.file("virtual-systems-raw.json"), encoding: .utf8)
    #expect(file.contains("BROKEN-HERE"))
  }
}
