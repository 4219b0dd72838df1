import Networking
import Values
public import Vaults

/// A complete copy of a subject's record: every answer that its screens are made from.
public struct RecordCopy<Subject: RecordSubject>: Equatable, Sendable {
  /// The subject, with the moment of the copy and its gaps.
  public private(set) var entry: RecordEntry<Subject>
  /// The answers by their questions without pages: "visit?patient=7&v=…". A list is whole, as far as the application ever shows it.
  public let answers: [String: StoredResponse]
  /// The turn of the clock in which the copy was saved (`ClockHistory`).
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

  /// Returns this copy, with answers of the copy that it replaces where the server failed at a
  /// question, or now says that a list is empty: a server that is out of order has said that of all
  /// lists, so only the next copy believes it.
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
      // A list that failed leads to what this time nobody asked for.
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

  /// The latest moment in the copy. Saving takes its time, in which the clock may be set back.
  var latest: Int { answers.values.compactMap(\.timestamp).reduce(entry.timestamp, max) }

  /// Returns the copy with moments no later than the clock was set back after it.
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
  /// Returns the parts that a copy is without, and why: "what needs “Get Allergies”", "medications (500)". Empty if it is whole.
  private static func lacking(_ answers: [String: StoredResponse]) -> String {
    words(answers) { part, answer in
      switch answer {
      case .answered, .earlier, .lacking(.notFound): nil
      case .lacking(.missingPrivilege(let name)): "what needs “\(name)”"
      case .lacking(.refused(let status, _)): status == 0 ? part : "\(part) (\(status))"
      }
    }
  }

  /// Returns the parts that a copy has from an earlier one, and why: "allergies (500)". Empty if there are none.
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
      // Of what only says how others are asked for, nothing is missing.
      Subject.part(of: question).flatMap { words($0, answer) }
    }
    return Set(found).sorted().joined(separator: ", ")
  }

  /// Returns the kind of thing that a question is for: "encounter".
  private static func kind(of question: String) -> String {
    String(question.prefix { $0 != "/" && $0 != "?" })
  }

  /// Writes the copy to a text: the bodies that aren't there, and behind all of them an index of
  /// where they stand, an answer a line. Throws `VaultError`.
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
    // Of one length, so that a reader finds it.
    let zeros = String(repeating: "0", count: Self.footerLength - start.utf8.count)
    try text.append(Array((zeros + start).utf8))
  }

  /// Reads a copy; nil for anything else.
  public init?(_ text: SealedText) {
    let count = text.count
    let end = max(0, count - Self.footerLength)
    guard let footer = try? text.bytes(end..<count) else { return nil }
    guard let start = Int(String(decoding: footer, as: UTF8.self)) else {
      // In format 1 all of it is one JSON text, bodies included.
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

  /// Reads a copy's head and its answers; nil for anything else.
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
    // Copies of earlier releases don't say: they are of a time before anybody looked at the clock.
    self.init(entry, answers: answers, turn: head["turn"]?.int ?? 0)
  }
}
