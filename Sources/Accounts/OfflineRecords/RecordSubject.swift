public import Core

/// The subject of a record that the user can save offline, such as a patient or a sample.
///
/// Its facts are what lists show without a server. The record itself is a ``RecordCopy``.
public protocol RecordSubject: Hashable, Sendable {
  /// The name of the kind of subject in files: "patient". Never change it.
  static var key: String { get }
  /// The singular and the plural: ("patient", "patients").
  static var noun: (one: String, many: String) { get }
  /// The id at the server.
  var id: ResourceID { get }
  /// The title in lists, which are sorted by it.
  var title: String { get }
  /// An identifier that distinguishes subjects with the same title; empty if there is none.
  var identifier: String { get }
  /// The facts that lists show.
  var facts: JSON { get }
  /// Decodes a subject from its facts.
  init(facts: JSON) throws
  /// Returns the name of the record's part that a request is for: "allergies". `nil` for a request
  /// that only determines other requests.
  static func part(of request: String) -> String?
  /// Returns the kinds of request that depend on the response to a request of this kind.
  static func kinds(after kind: String) -> Set<String>
  /// Whether a list may become empty in normal use, such as that of open visits. If so, an empty
  /// response is accepted immediately.
  static func mayBecomeEmpty(_ request: String) -> Bool
}

extension RecordSubject {
  /// None.
  public static func kinds(after kind: String) -> Set<String> { [] }

  /// False.
  public static func mayBecomeEmpty(_ request: String) -> Bool { false }
}

/// A subject in a list of saved or recent records, and the time of its data.
public struct RecordEntry<Subject: RecordSubject>: Hashable, Sendable {
  /// The subject.
  public let subject: Subject
  /// The time, in seconds since 1970.
  public let timestamp: Int
  /// The missing parts of the copy, and why; empty if the copy is complete.
  public internal(set) var missing = ""
  /// The parts that come from an earlier copy, because the server failed on them; empty if there
  /// are none.
  public internal(set) var outdated = ""

  /// Creates an entry for a subject without a copy, or with a complete one.
  ///
  ///     RecordEntry(patient, timestamp: 1_795_262_400)
  public init(_ subject: Subject, timestamp: Int) {
    self.subject = subject
    self.timestamp = timestamp
  }

  /// The subject's id.
  public var id: ResourceID { subject.id }

  /// The gaps as text: "without conditions (500), with earlier allergies (500)"; empty if the copy
  /// is complete and all of it is equally recent.
  public var gaps: String {
    [
      missing.isEmpty ? nil : "without \(missing)",
      outdated.isEmpty ? nil : "with earlier \(outdated)",
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the time as text: "2026-11-20 10:12".
  public func minute(in zone: Zone) -> String {
    Timestamp(seconds: timestamp).minute(in: zone)
  }
}

extension RecordEntry {
  /// The entry as JSON: the subject's facts and the time.
  public var json: JSON {
    .object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member(Subject.key, subject.facts),
    ])
  }

  /// Decodes an entry; `nil` for anything else.
  public init?(_ json: JSON?) {
    guard let timestamp = json?["moment"]?.int, let facts = json?[Subject.key],
      let subject = try? Subject(facts: facts)
    else { return nil }
    self.init(subject, timestamp: timestamp)
  }
}
