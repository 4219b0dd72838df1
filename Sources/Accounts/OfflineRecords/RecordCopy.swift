import Core
public import DataSources
public import Encryption

/// An offline copy of a subject's record. It contains every server response from which the record's
/// screens are made.
public struct RecordCopy<Subject: RecordSubject>: Equatable, Sendable {
  /// The subject of the record, the time of the copy, and the sections that are missing or
  /// outdated.
  public private(set) var entry: RecordEntry<Subject>
  /// The responses, by the request without its page number: "visit?patient=7&v=…". The pages of a
  /// list are combined into one response, as far as the application shows them.
  public let responses: [String: StoredResponse]
  /// The number of times the clock was set back before the copy was saved (`Vault.turn`). Of two
  /// copies, the one with the higher number is newer, whatever their times are.
  public internal(set) var turn = 0

  /// Creates a copy from recorded responses.
  ///
  ///     RecordCopy(RecordEntry(patient, timestamp: timestamp), responses: recorder.responses)
  public init(_ entry: RecordEntry<Subject>, responses: [String: StoredResponse], turn: Int = 0) {
    self.entry = entry
    self.responses = responses
    self.turn = turn
    self.entry.missing = RecordCopy.missing(responses)
    self.entry.outdated = RecordCopy.outdated(responses)
  }

  /// Returns this copy, with gaps filled from the previous copy. A previous response is used if the
  /// server failed on the request, or if it returned an empty list that wasn't empty before.
  ///
  /// A broken server may return only empty lists. Therefore, an empty list is accepted only when
  /// the next copy contains it again.
  public func merging(_ before: RecordCopy?) -> RecordCopy {
    guard let before else { return self }
    let failed = responses.filter { request, response in
      if case .unavailable(.refused) = response { return true }
      return isEmptied(request, response, before)
    }
    guard !failed.isEmpty else { return self }
    let failedKinds = Set(failed.keys.map { RecordCopy.kind(of: $0) })
    let kinds = failedKinds.reduce(into: failedKinds) { $0.formUnion(Subject.kinds(after: $1)) }
    var responses = responses
    for (request, response) in before.responses {
      switch (failed[request], response) {
      case (.unavailable(.refused(let status, let text)), .received(let body, let timestamp)),
        (.unavailable(.refused(let status, let text)), .earlier(let body, let timestamp, _, _)):
        responses[request] = .earlier(body, timestamp: timestamp, status, text)
      case (.received, .received(let body, let timestamp)):
        responses[request] = .earlier(body, timestamp: timestamp, 0, "the server now says: none")
      // A failed list is the reason why its entries weren't requested.
      case (nil, .received), (nil, .earlier):
        if responses[request] == nil, kinds.contains(RecordCopy.kind(of: request)) {
          responses[request] = response
        }
      default: break
      }
    }
    return RecordCopy(entry, responses: responses)
  }

  private func isEmptied(
    _ request: String, _ response: StoredResponse, _ before: RecordCopy
  ) -> Bool {
    guard case .received(let now, _) = response, now.entryCount == 0,
      case .received(let then, _)? = before.responses[request]
    else { return false }
    return then.entryCount.map { $0 > 0 } == true && !Subject.mayBecomeEmpty(request)
  }

  /// The time of the response received last. The clock may have been set back while the copy was
  /// saved.
  var latest: Int {
    responses.values.reduce(entry.timestamp) {
      if case .received(_, let timestamp) = $1 { max($0, timestamp) } else { $0 }
    }
  }
}

extension RecordCopy {
  /// "what needs “Get Allergies”", "medications (500)"; empty if none is missing.
  private static func missing(_ responses: [String: StoredResponse]) -> String {
    partList(responses) { part, response in
      switch response {
      case .received, .earlier, .unavailable(.notFound): nil
      case .unavailable(.missingPrivilege(let name)): "what needs “\(name)”"
      case .unavailable(.refused(let status, _)): status == 0 ? part : "\(part) (\(status))"
      }
    }
  }

  /// "allergies (500)"; empty if none comes from an earlier copy.
  private static func outdated(_ responses: [String: StoredResponse]) -> String {
    partList(responses) { part, response in
      guard case .earlier(_, _, let status, _) = response else { return nil }
      return status == 0 ? part : "\(part) (\(status))"
    }
  }

  private static func partList(
    _ responses: [String: StoredResponse], _ text: (_ part: String, StoredResponse) -> String?
  ) -> String {
    let found = responses.compactMap { request, response in
      // A request that only determines other requests isn't a part of the record.
      Subject.part(of: request).flatMap { text($0, response) }
    }
    return Set(found).sorted().joined(separator: ", ")
  }

  private static func kind(of request: String) -> String {
    String(request.prefix { $0 != "/" && $0 != "?" })
  }

  /// Writes the bodies that aren't in the text yet, then an index of their offsets, one per line.
  package func write(to text: SealedText) throws {
    let responses = try responses.mapValues { try $0.moved(to: text) }
    let start = String(text.count)
    func append(_ members: JSON.Member...) throws {
      try text.append(JSON.object(members).bytes + [Self.lineFeed])
    }
    try append(
      JSON.Member("format", .number("2")), JSON.Member("turn", .number(String(turn))),
      JSON.Member(Subject.key, entry.json))
    for (request, response) in responses { try append(JSON.Member(request, response.index)) }
    // Of fixed length, so that a reader finds it at the end.
    let zeros = String(repeating: "0", count: Self.footerLength - start.utf8.count)
    try text.append(Array((zeros + start).utf8))
  }

  /// Decodes a copy from its encrypted text. Returns `nil` if the text isn't a copy.
  public init?(_ text: SealedText) {
    let count = text.count
    let end = max(0, count - Self.footerLength)
    guard let footer = try? text.bytes(end..<count) else { return nil }
    guard let start = Int(String(decoding: footer, as: UTF8.self)) else {
      // Format 1 is a single JSON text, including the bodies.
      guard let json = try? JSON(text.bytes(0..<count)), let members = json["answers"]?.members
      else { return nil }
      self.init(json, format: 1, members.map { Optional($0) }, in: SealedText())
      return
    }
    guard (0...end).contains(start), let bytes = try? text.bytes(start..<end) else { return nil }
    let lines = bytes.split(separator: Self.lineFeed).lazy.map { try? JSON(Array($0)) }
    guard let first = lines.first, let head = first else { return nil }
    self.init(head, format: 2, lines.dropFirst().map { $0?.members?.first }, in: text)
  }

  private static var footerLength: Int { 16 }
  private static var lineFeed: UInt8 { 0x0A }

  private init?(
    _ head: JSON, format: Int, _ members: some Sequence<JSON.Member?>, in text: SealedText
  ) {
    guard head["format"]?.int == format, let entry = RecordEntry<Subject>(head[Subject.key])
    else { return nil }
    var responses: [String: StoredResponse] = [:]
    for member in members {
      guard let member, let response = StoredResponse(member.value, in: text) else { return nil }
      responses[member.key] = response
    }
    // The first copies have no turn.
    self.init(entry, responses: responses, turn: head["turn"]?.int ?? 0)
  }
}
