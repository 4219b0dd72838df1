import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization

@testable import OpenMRSSimulator
@testable import Patients

/// A server with as many patients and encounters as a test wants, which are made when they are
/// asked for.
///
/// Everybody fits every search, and everybody has the same encounters. What else is asked the
/// built-in server answers; also who is looked for where the test wants no patients.
final class LargeClinic: HTTPTransport {
  private let patients: Int
  private let encounters: GeneratedEncounters
  private let others = SimulatorTransport(data: .builtIn)
  private let state = Mutex(State())

  private struct State {
    var pages: [Range<Int>] = []
    /// The page that is held begins here.
    var heldStart: Int?
    var held: CheckedContinuation<Void, Never>?
  }

  init(patients: Int = 0, encounters: Int = 0) {
    self.patients = patients
    self.encounters = GeneratedEncounters(patient: ResourceID("crowd-0"), count: encounters)
  }

  /// The pages that were asked for, in the server's entries.
  var pages: [Range<Int>] { state.withLock { $0.pages } }

  /// Keeps the next page that begins there until it is released.
  func hold(from start: Int) { state.withLock { $0.heldStart = start } }

  /// Waits until the page is asked for that is held.
  func heldQuestion() async throws {
    try await waitUntil("the page is asked for") { state.withLock { $0.held != nil } }
  }

  func release() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    held?.resume()
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    let query = Dictionary(
      (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    switch request.url.lastPathComponent {
    case "patient" where patients > 0:
      return await page(of: patients, query, request) { self.patient($0, query) }
    case "encounter" where query["encounterType"] == nil:
      // The newest first, as it is asked for.
      return await page(of: encounters.count, query, request) {
        var encounter = self.encounters.encounter(self.encounters.count - 1 - $0)
        encounter["patient"] = .object([.init("uuid", .string(query["patient"] ?? ""))])
        return self.shaped(encounter, query).bytes
      }
    default: return try await others.send(request)
    }
  }

  nonisolated(nonsending) func forgetCookies() async {}

  private nonisolated(nonsending) func page(
    of count: Int, _ query: [String: String], _ request: HTTPRequest, entry: (Int) -> [UInt8]
  ) async -> HTTPResponse {
    let start = min(count, query["startIndex"].flatMap { Int($0) } ?? 0)
    let end = min(count, start + (query["limit"].flatMap { Int($0) } ?? 50))
    let isHeld = state.withLock { state in
      state.pages.append(start..<end)
      defer { if state.heldStart == start { state.heldStart = nil } }
      return state.heldStart == start
    }
    if isHeld {
      await withCheckedContinuation { held in state.withLock { $0.held = held } }
    }
    let entries = (start..<end).map(entry).joined(separator: Array(",".utf8))
    var body = Array(#"{"results":["#.utf8)
    body += entries
    body += Array(#"],"totalCount":\#(count)}"#.utf8)
    return HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "application/json")], body: body,
      url: request.url)
  }

  /// An encounter as it is asked for, of a server with nothing else in it.
  private func shaped(_ encounter: JSON, _ query: [String: String]) -> JSON {
    let renderer = ResourceRenderer(
      data: RecordStore(), profile: .o3Release6, user: .clinician, origin: "")
    let asked = AskedRepresentation(query["v"] ?? "ref", as: .o3Release6)
    return (try? renderer.part(encounter, "encounter", as: asked)) ?? .null
  }

  private func patient(_ number: Int, _ query: [String: String]) -> [UInt8] {
    let digits = String(number + 100_000_000_000)
    return Array(
      #"""
      {"uuid":"c0000000-0000-4000-8000-\#(digits)","display":"\#(number) - Patient Number \#(number)",
      "identifiers":[{"identifier":"\#(number)","preferred":true}],
      "person":{"display":"Patient Number \#(number)","gender":"F","age":\#(number % 90),
      "birthdate":"1980-01-01T00:00:00.000+0000","birthdateEstimated":false,"dead":false}}
      """#.utf8)
  }
}

extension LargeClinic {
  /// A viewer that asks this server.
  @MainActor var viewer: Viewer {
    let unplugged = RecordSource.unplugged(zone: .utc)
    return Viewer(
      unplugged: RecordSource(
        client: OpenMRSClient(over: self, at: .recorded), origin: Provenance(.demoData), zone: .utc,
        now: unplugged.now))
  }
}
