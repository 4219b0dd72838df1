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
  static func part(of question: String) -> String?
  /// Returns the kinds of request that depend on the response to a request of this kind.
  static func kinds(after kind: String) -> Set<String>
  /// Whether a list may become empty in normal use, such as that of open visits. If so, an empty
  /// response is accepted immediately.
  static func isEmptyInTime(_ question: String) -> Bool
}

extension RecordSubject {
  /// None.
  public static func kinds(after kind: String) -> Set<String> { [] }

  /// False.
  public static func isEmptyInTime(_ question: String) -> Bool { false }
}
