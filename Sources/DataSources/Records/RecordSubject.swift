public import Values

/// Somebody or something whose whole record a person saves on this machine: a patient, a sample.
///
/// Its facts are what lists show without a server, and no more: the record itself is in its ``RecordCopy``.
public protocol RecordSubject: Hashable, Sendable {
  /// The name of the subject in files: "patient". Never change it.
  static var key: String { get }
  /// The words for one and for many: ("patient", "patients").
  static var noun: (one: String, many: String) { get }
  /// The id at the server.
  var id: ResourceID { get }
  /// The title in lists, which are sorted by it.
  var title: String { get }
  /// The identifier that tells two of the same title apart; empty if there is none.
  var identifier: String { get }
  /// The facts that lists show.
  var facts: JSON { get }
  /// Reads a subject from its facts.
  init(facts: JSON) throws
  /// Returns the part of the record that a question is about, in words: "allergies". Nil for a question that only says how others are asked.
  static func part(of question: String) -> String?
  /// Returns the kinds of question that were only asked because one of this kind was answered.
  static func kinds(after kind: String) -> Set<String>
  /// Returns true for a list that an ordinary day empties, such as that of open visits: an empty
  /// answer is believed at once.
  static func isEmptyInTime(_ question: String) -> Bool
}

extension RecordSubject {
  /// None.
  public static func kinds(after kind: String) -> Set<String> { [] }

  /// False.
  public static func isEmptyInTime(_ question: String) -> Bool { false }
}
