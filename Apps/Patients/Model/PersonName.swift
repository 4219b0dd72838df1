import Reprise

/// What a person is called, in parts.
struct PersonName: Hashable, Sendable {
  let given: String?
  let middle: String?
  let family: String?
  /// A second family name, as in Spain.
  let family2: String?
  /// As the server shows it, for where the parts aren't known.
  let shown: String?

  /// Nil if nothing of it is known.
  init?(_ json: JSON?) {
    guard let json, json.members != nil else { return nil }
    given = json.text("givenName")
    middle = json.text("middleName")
    family = json.text("familyName")
    family2 = json.text("familyName2")
    shown = json.text("display")
    if given == nil, middle == nil, family == nil, family2 == nil, shown == nil { return nil }
  }

  /// "María del Carmen Fernández Ruiz".
  var text: String {
    let parts = [given, middle, family, family2].compactMap(\.self)
    return parts.isEmpty ? shown ?? "" : parts.joined(separator: " ")
  }
}
