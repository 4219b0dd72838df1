import Accounts
import Foundation
import Reprise
import RepriseTesting

@testable import OpenMRSSimulator
@testable import Patients

/// Recorded answers, read the way the app reads them, from the bytes on.
struct RecordedDecoding: CustomStringConvertible {
  private let title: String
  private var readings: [RecordedKind: AnswerReading] = [:]
  /// What was no answer, by what the app says of it.
  private var refusals: [String: Int] = [:]
  private var count = 0
  private var unkept = 0

  init(_ title: String) { self.title = title }

  /// An answer as it came: through the client, with what it refuses.
  mutating func add(_ exchange: RecordedExchange) async throws {
    count += 1
    guard exchange.status != 200 || exchange.body != nil || exchange.method != "GET" else {
      unkept += 1
      return
    }
    let path = ServerRequest(exchange.target).path ?? []
    do {
      let answer = try await client(RecordedResponse(exchange)).get(["anything"])
      add(answer, as: RecordedKind(path))
    } catch {
      let words = RecordedDecoding.plain(StatusMessage(problem: "", error).text)
      refusals["\(exchange.status): \(words)", default: 0] += 1
    }
  }

  mutating func add(_ answer: JSON, as kind: RecordedKind) {
    readings[kind, default: AnswerReading(kind)].add(answer)
  }

  /// Without what is another's in each recording: ids, ports, addresses of Java objects, and
  /// whatever is quoted of them at length.
  private static func plain(_ text: String) -> String {
    var text = text.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "<uuid>")
      .replacing(/@[0-9a-f]+/, with: "@")
    if let start = text.firstIndex(of: "“"), let end = text.lastIndex(of: "”"),
      text.distance(from: start, to: end) > 60
    {
      let cut = text.index(start, offsetBy: 60)
      text = text[..<cut] + "…" + text[end...]
    }
    return text
  }

  var description: String {
    var lines = [title]
    for kind in RecordedKind.allCases {
      if let reading = readings[kind] { lines += ["", reading.description] }
    }
    if unkept > 0 { lines += ["", "bodies that weren't kept: \(unkept) of \(count)"] }
    if !refusals.isEmpty {
      lines += ["", "no answers: \(refusals.values.reduce(0, +)) of \(count)"]
      lines += refusals.sorted { $0.key < $1.key }.map { "  \($0.value) × \($0.key)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A server that says one recorded thing, whatever it is asked.
private struct RecordedResponse: HTTPTransport {
  let exchange: RecordedExchange

  init(_ exchange: RecordedExchange) { self.exchange = exchange }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(
      // What was written is told as what is read is.
      status: exchange.status == 201 ? 200 : exchange.status, headers: exchange.headers,
      body: exchange.body ?? [], url: request.url)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
