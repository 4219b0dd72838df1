import Reprise

/// One of the numbers that a patient is known by.
struct Identifier: Hashable, Sendable {
  let text: String
  /// What kind of number it is: "OpenMRS ID".
  let type: String?
  let isPreferred: Bool
  let location: String?

  /// Nil without a number, or if it was taken back.
  init?(_ json: JSON) {
    guard let text = json.text("identifier"), json["voided"]?.bool != true else { return nil }
    self.text = text
    type = Reference(json["identifierType"])?.name
    isPreferred = json["preferred"]?.bool ?? false
    location = Reference(json["location"])?.name
  }

  /// "OpenMRS ID 1000F3".
  var title: String { type.map { "\($0) \(text)" } ?? text }
}
