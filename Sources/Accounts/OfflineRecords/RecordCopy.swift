import Core
public import DataSources
public import Encryption
import Networking

/// An offline copy of a subject's record: every response from which its screens are made.
public struct RecordCopy<Subject: RecordSubject>: Equatable, Sendable {
  /// The subject, with the time of the copy and its gaps.
  public private(set) var entry: RecordEntry<Subject>
  /// The responses by their requests without pages: "visit?patient=7&v=…". Lists are complete, as
  /// far as the application shows them.
  public let answers: [String: StoredResponse]
  /// The clock's turn in which the copy was saved (`ClockHistory`).
  public internal(set) var turn = 0

  /// Creates a copy.
  ///
  ///     RecordCopy(RecordEntry(patient, timestamp: timestamp), answers: notes.answers)
  public init(_ entry: RecordEntry<Subject>, answers: [String: StoredResponse], turn: Int = 0) {
    self.entry = entry
    self.answers = answers
    self.turn = turn
    self.entry.lacking = RecordCopy.lacking(answers)
    self.entry.outdated = RecordCopy.outdated(answers)
  }

  /// Returns this copy, with the previous copy's responses where the server failed, or returned an
  /// empty list that wasn't empty before. A broken server may return only empty lists, so an empty
  /// list is accepted when the next copy confirms it.
  public func keeping(_ before: RecordCopy?) -> RecordCopy {
    guard let before else { return self }
    let failed = answers.filter { question, answer in
      if case .lacking(.refused) = answer { return true }
      return isEmptied(question, answer, before)
    }
    guard !failed.isEmpty else { return self }
    let failedKinds = Set(failed.keys.map { RecordCopy.kind(of: $0) })
    let kinds = failedKinds.reduce(into: failedKinds) { $0.formUnion(Subject.kinds(after: $1)) }
    var answers = answers
    for (question, answer) in before.answers {
      switch (failed[question], answer) {
      case (.lacking(.refused(let status, let text)), .answered(let body, let timestamp)),
        (.lacking(.refused(let status, let text)), .earlier(let body, let timestamp, _, _)):
        answers[question] = .earlier(body, timestamp: timestamp, status, text)
      case (.answered, .answered(let body, let timestamp)):
        answers[question] = .earlier(body, timestamp: timestamp, 0, "the server now says: none")
      // A failed list is the reason why its entries weren't requested.
      case (nil, .answered), (nil, .earlier):
        if answers[question] == nil, kinds.contains(RecordCopy.kind(of: question)) {
          answers[question] = answer
        }
      default: break
      }
    }
    return RecordCopy(entry, answers: answers)
  }

  private func isEmptied(
    _ question: String, _ answer: StoredResponse, _ before: RecordCopy
  ) -> Bool {
    guard case .answered(let now, _) = answer, now.entryCount == 0,
      case .answered(let then, _)? = before.answers[question]
    else { return false }
    return then.entryCount.map { $0 > 0 } == true && !Subject.isEmptyInTime(question)
  }

  /// The latest time in the copy. The clock may have been set back while it was saved.
  var latest: Int { answers.values.compactMap(\.timestamp).reduce(entry.timestamp, max) }

  /// Returns the copy with timestamps that are corrected for set-backs of the clock.
  func dated(by history: ClockHistory) -> RecordCopy {
    let answers = answers.mapValues { answer -> StoredResponse in
      switch answer {
      case .answered(let body, let timestamp):
        .answered(body, timestamp: history.timestamp(timestamp, ofTurn: turn))
      case .earlier(let body, let timestamp, let status, let text):
        .earlier(body, timestamp: history.timestamp(timestamp, ofTurn: turn), status, text)
      case .lacking: answer
      }
    }
    return RecordCopy(entry.dated(by: history, turn: turn), answers: answers, turn: turn)
  }
}

extension RecordCopy {
  /// Returns the missing parts of a copy, and why: "what needs “Get Allergies”", "medications
  /// (500)". Empty if none is missing.
  private static func lacking(_ answers: [String: StoredResponse]) -> String {
    words(answers) { part, answer in
      switch answer {
      case .answered, .earlier, .lacking(.notFound): nil
      case .lacking(.missingPrivilege(let name)): "what needs “\(name)”"
      case .lacking(.refused(let status, _)): status == 0 ? part : "\(part) (\(status))"
      }
    }
  }

  /// Returns the parts that come from an earlier copy, and why: "allergies (500)". Empty if there
  /// are none.
  private static func outdated(_ answers: [String: StoredResponse]) -> String {
    words(answers) { part, answer in
      guard case .earlier(_, _, let status, _) = answer else { return nil }
      return status == 0 ? part : "\(part) (\(status))"
    }
  }

  private static func words(
    _ answers: [String: StoredResponse], _ words: (_ part: String, StoredResponse) -> String?
  ) -> String {
    let found = answers.compactMap { question, answer in
      // A request that only determines other requests isn't a part of the record.
      Subject.part(of: question).flatMap { words($0, answer) }
    }
    return Set(found).sorted().joined(separator: ", ")
  }

  /// Returns the kind of thing that a request is for: "encounter".
  private static func kind(of question: String) -> String {
    String(question.prefix { $0 != "/" && $0 != "?" })
  }

  /// Writes the copy to a text: the bodies that aren't there yet, and then an index of their
  /// offsets, one response per line. Throws `VaultError`.
  package func write(to text: SealedText) throws {
    let answers = try answers.mapValues { try $0.moved(to: text) }
    let start = String(text.count)
    func append(_ members: JSON.Member...) throws {
      try text.append(JSON.object(members).bytes + [Self.lineFeed])
    }
    try append(
      JSON.Member("format", .number("2")), JSON.Member("turn", .number(String(turn))),
      JSON.Member(Subject.key, entry.json))
    for (question, answer) in answers { try append(JSON.Member(question, answer.index)) }
    // Of fixed length, so that a reader finds it at the end.
    let zeros = String(repeating: "0", count: Self.footerLength - start.utf8.count)
    try text.append(Array((zeros + start).utf8))
  }

  /// Decodes a copy; `nil` for anything else.
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
    var answers: [String: StoredResponse] = [:]
    for member in members {
      guard let member, let answer = StoredResponse(member.value, in: text) else { return nil }
      answers[member.key] = answer
    }
    // Copies of earlier releases have no turn, because no clock history existed then.
    self.init(entry, answers: answers, turn: head["turn"]?.int ?? 0)
  }
}
