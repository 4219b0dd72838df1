public import Core

/// The subject of a record that the user can save offline, such as a patient or a sample.
///
/// Its facts are what lists show without a server. The record itself is a ``RecordCopy``.
public protocol RecordSubject: Hashable, Sendable {
  /// The name of the kind of subject in stored files, such as "patient". Files with another name
  /// aren't found, so never change it.
  static var key: String { get }
  /// The singular and the plural of the kind of subject for messages: ("patient", "patients").
  static var noun: (one: String, many: String) { get }
  /// The id that the server uses for the subject.
  var id: ResourceID { get }
  /// The title of the subject in lists. Lists are sorted by it.
  var title: String { get }
  /// An identifier that distinguishes subjects with the same title; empty if there is none.
  var identifier: String { get }
  /// The subject's data that lists show without a server, as JSON.
  var facts: JSON { get }
  /// Decodes a subject from the JSON that `facts` returned. Throws if the JSON isn't valid for a
  /// subject.
  init(facts: JSON) throws
  /// Returns the name of the record section that a request loads, such as "allergies". The
  /// application names it if the section is missing from a copy. Returns `nil` for a request that
  /// only determines which other requests are made.
  static func part(of request: String) -> String?
  /// Returns the kinds of request that are made only after a response to a request of the given
  /// kind. If that request fails, the previous copy's responses to the dependent requests are
  /// retained. By default, returns an empty set.
  static func kinds(after kind: String) -> Set<String>
  /// Returns whether a request's list may become empty in normal use, such as the list of open
  /// visits. If so, an empty response replaces the previous list immediately. By default, returns
  /// `false`.
  static func mayBecomeEmpty(_ request: String) -> Bool
}

extension RecordSubject {
  /// By default, no kind of request depends on the response to another one.
  public static func kinds(after kind: String) -> Set<String> { [] }

  /// By default, no list becomes empty in normal use. An empty response then replaces a list only
  /// when the next copy confirms it.
  public static func mayBecomeEmpty(_ request: String) -> Bool { false }
}

/// A subject in a list of saved or recent records, with a time.
public struct RecordEntry<Subject: RecordSubject>: Hashable, Sendable {
  /// The subject of the record, such as a patient.
  public let subject: Subject
  /// The time of the saved data, or the time passed to `RecentRecords.note`, in seconds since 1970.
  public let timestamp: Int
  /// The sections that are missing from the copy, with the reasons, as text; empty if the copy is
  /// complete.
  public internal(set) var missing = ""
  /// The sections that come from an earlier copy, because the server failed on them, as text; empty
  /// if there are none.
  public internal(set) var outdated = ""

  /// Creates an entry for a subject that has no copy or a complete one.
  ///
  ///     RecordEntry(patient, timestamp: 1_795_262_400)
  public init(_ subject: Subject, timestamp: Int) {
    self.subject = subject
    self.timestamp = timestamp
  }

  /// The id that the server uses for the entry's subject.
  public var id: ResourceID { subject.id }

  /// The missing and outdated sections as text: "without conditions (500), with earlier allergies
  /// (500)". Empty if the copy is complete and no section comes from an earlier copy.
  public var gaps: String {
    [
      missing.isEmpty ? nil : "without \(missing)",
      outdated.isEmpty ? nil : "with earlier \(outdated)",
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the entry's time in a time zone, to the minute: "2026-11-20 10:12".
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

  /// Decodes an entry from JSON. Returns `nil` if the JSON isn't an entry.
  public init?(_ json: JSON?) {
    guard let timestamp = json?["moment"]?.int, let facts = json?[Subject.key],
      let subject = try? Subject(facts: facts)
    else { return nil }
    self.init(subject, timestamp: timestamp)
  }
}
