import Reprise

struct Identifier: Hashable, Sendable {
  let text: String
  /// The type: "OpenMRS ID".
  let type: String?
  let isPreferred: Bool
  let location: String?

  /// Parses an identifier. Returns `nil` if it is empty or voided.
  init?(_ json: JSON) {
    guard let text = json.text("identifier"), json["voided"]?.bool != true else { return nil }
    self.text = text
    type = Reference(json["identifierType"])?.name
    isPreferred = json["preferred"]?.bool ?? false
    location = Reference(json["location"])?.name
  }

  /// The identifier with its type: "OpenMRS ID 1000F3".
  var title: String { type.map { "\($0) \(text)" } ?? text }
}
