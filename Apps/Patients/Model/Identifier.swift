import Reprise

/// One of the numbers that identify a patient.
struct Identifier: Hashable, Sendable {
  let text: String
  /// The kind of number: "OpenMRS ID".
  let type: String?
  let isPreferred: Bool
  let location: String?

  /// Reads an identifier; nil without a number, or if it is voided.
  init?(_ json: JSON) {
    guard let text = json.text("identifier"), json["voided"]?.bool != true else { return nil }
    self.text = text
    type = Reference(json["identifierType"])?.name
    isPreferred = json["preferred"]?.bool ?? false
    location = Reference(json["location"])?.name
  }

  /// The number with its kind: "OpenMRS ID 1000F3".
  var title: String { type.map { "\($0) \(text)" } ?? text }
}
