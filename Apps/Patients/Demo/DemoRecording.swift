import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// The server's responses to all requests about the demo patients: `Demo/answers.lz4`, recorded by
/// `DemoRecordingGoldenTests`. It is an LZ4 frame of one block; `lz4 -dc` shows it. Each line is a
/// response: its status, resource and body, separated by spaces.
struct DemoRecording: RecordedResponses {
  private let text: [UInt8]
  private let locations: [String: (status: Int, body: Range<Int>)]

  static let builtIn = DemoRecording(PackageResources.answers_lz4)

  private static let patients: [(row: JSON, whole: JSON)] = {
    func all(_ representation: String) -> [JSON] {
      let query = "?" + OpenMRSClient.Parameter("v", representation).encoded
      return builtIn.locations.filter { $0.key.hasSuffix(query) }
        .sorted { $0.value.body.lowerBound < $1.value.body.lowerBound }
        .compactMap { try? JSON(Array(builtIn.text[$0.value.body])) }
    }
    return Array(zip(all(Representation.patientRow), all(Representation.patient)))
  }()

  init(_ frame: [UInt8]) {
    text = frame.unpackedLZ4
    locations = text.withUnsafeBufferPointer { text in
      var locations: [String: (status: Int, body: Range<Int>)] = [:]
      var rest = text[...]
      func next(_ separator: Character) -> UnsafeBufferPointer<UInt8>.SubSequence {
        let end = rest.offset(of: separator)
        defer { rest = rest[min(end + 1, rest.endIndex)...] }
        return rest[..<end]
      }
      while !rest.isEmpty {
        let status = Int(String(decoding: next(" "), as: UTF8.self)) ?? 404
        let resource = String(decoding: next(" "), as: UTF8.self)
        locations[resource] = (status, next("\n").indices)
      }
      return locations
    }
  }

  var responses: [String: RecordedResponse] { locations.mapValues { response($0) } }

  private func response(_ location: (status: Int, body: Range<Int>)) -> RecordedResponse {
    RecordedResponse(status: location.status, Array(text[location.body]))
  }

  var location: String { "the demo data" }

  func response(to resource: ResourceURI) throws -> RecordedResponse? {
    found(by: resource) ?? locations[resource.text].map { response($0) }
  }

  func record(_ response: RecordedResponse, to resource: ResourceURI) throws {
    throw ReplayError.unwritable(location, reason: "they are built in")
  }
}

/// Replays the demo data without suspending, so that the first frame shows them.
struct DemoTransport: HTTPTransport {
  private let pages = RecordedPages(DemoRecording.builtIn)

  /// Its response is recorded, and is the response to every request that isn't.
  private let missing = ResourceURI(OpenMRSServices.path + "patient/missing")

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw HTTPError.cancelled }
    let response =
      try ResourceURI(of: request.url).flatMap { try pages.response(to: $0) }
      ?? missing.flatMap { try pages.response(to: $0) }
    return HTTPResponse(
      status: response?.status ?? 404, body: response?.body ?? [], url: request.url,
      recording: pages.location)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}

// MARK: Searching

extension DemoRecording {
  /// A search can't be recorded for every text; returns `nil` for other requests. As on the server,
  /// each word must begin a word of the name or be part of an identifier, in any case and without
  /// accents, and a single letter finds no patient.
  private func found(by resource: ResourceURI) -> RecordedResponse? {
    guard let page = RecordedPages.Page(resource),
      page.rest.hasPrefix(OpenMRSServices.path + "patient?q="),
      let text = URLComponents(string: page.rest)?.queryItems?.first?.value
    else { return nil }
    let words = Self.words(text)
    let found = Self.patients.filter { row, whole in
      row["voided"]?.bool != true
        && words.allSatisfy { word in
          Self.names(of: whole).contains { $0.hasPrefix(word) }
            || Self.identifiers(of: whole).contains { $0.contains(word) }
        }
    }
    guard words.joined().count > 1, !found.isEmpty else {
      return RecordedResponse(JSON.page([]).bytes)
    }
    let shown = found.dropFirst(page.start).prefix(page.limit).map(\.row)
    return RecordedResponse(JSON.page(shown, total: found.count).bytes)
  }

  private static func names(of patient: JSON) -> [String] {
    let keys = ["display", "givenName", "middleName", "familyName", "familyName2"]
    let person = patient["person"] ?? .null
    return ([person] + (person["names"]?.array ?? [])).flatMap { name in
      keys.compactMap { name.text($0) }.flatMap { words($0.replacing("-", with: " ")) }
    }
  }

  private static func identifiers(of patient: JSON) -> [String] {
    (patient["identifiers"]?.array ?? []).flatMap { words($0.text("identifier") ?? "") }
  }

  private static func words(_ text: String) -> [String] {
    text.folded.split(whereSeparator: \.isWhitespace).map { String($0) }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate func offset(of separator: Character) -> Int {
    guard let byte = separator.asciiValue, let start = base.baseAddress,
      let found = memchr(start + startIndex, Int32(byte), count)
    else { return endIndex }
    return found - UnsafeMutableRawPointer(mutating: start)
  }
}
