import Networking
public import Values

/// A subject in the lists of saved and of recently opened ones, and the moment of what is known of it.
public struct RecordEntry<Subject: RecordSubject>: Hashable, Sendable {
  /// The subject.
  public let subject: Subject
  /// The moment, in seconds since 1970.
  public let timestamp: Int
  /// The parts that the copy is without, and why; empty if it is whole.
  public internal(set) var lacking = ""
  /// The parts that the copy has from an earlier one, because the server failed at them; empty if there are none.
  public internal(set) var outdated = ""

  /// Creates an entry of a subject without a copy, or of one with a whole copy.
  ///
  ///     RecordEntry(patient, timestamp: 1_795_262_400)
  public init(_ subject: Subject, timestamp: Int) {
    self.subject = subject
    self.timestamp = timestamp
  }

  /// The subject's id.
  public var id: ResourceID { subject.id }

  /// The gaps in words: "without conditions (500), with earlier allergies (500)"; empty if the copy is whole and of one time.
  public var gaps: String {
    [
      lacking.isEmpty ? nil : "without \(lacking)",
      outdated.isEmpty ? nil : "with earlier \(outdated)",
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the moment in words: "2026-11-20 10:12".
  public func minute(in zone: Zone) -> String {
    Timestamp(seconds: timestamp).minute(in: zone)
  }

  /// Returns the entry with a moment no later than the clock was set back after it.
  func dated(by history: ClockHistory, turn: Int) -> RecordEntry {
    var entry = RecordEntry(subject, timestamp: history.timestamp(timestamp, ofTurn: turn))
    entry.lacking = lacking
    entry.outdated = outdated
    return entry
  }
}

extension RecordEntry {
  /// The entry as files have it: the subject's facts, and their moment.
  public var json: JSON {
    .object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member(Subject.key, subject.facts),
    ])
  }

  /// Reads an entry; nil for anything else.
  public init?(_ json: JSON?) {
    guard let timestamp = json?["moment"]?.int, let facts = json?[Subject.key],
      let subject = try? Subject(facts: facts)
    else { return nil }
    self.init(subject, timestamp: timestamp)
  }
}
