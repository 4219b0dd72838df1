import Reprise

/// What a person is called, in parts.
struct PersonName: Hashable, Sendable {
  let id: ResourceID?
  /// In the order in which they are said, none of them empty.
  let parts: [String]
  /// As the server shows it, for where the parts aren't known.
  let shown: String?

  /// "Dr. María del Carmen de la Fernández Ruiz Jr".
  private static let keys = [
    "prefix", "givenName", "middleName", "familyNamePrefix", "familyName", "familyName2",
    "familyNameSuffix",
  ]

  /// Nil if nothing of it is known.
  init?(_ json: JSON?) {
    guard let json, json.members != nil else { return nil }
    id = json.text("uuid").map { ResourceID($0) }
    parts = PersonName.keys.compactMap { json.text($0) }
    shown = json.text("display")
    if parts.isEmpty, shown == nil { return nil }
  }

  var text: String { parts.isEmpty ? shown ?? "" : parts.joined(separator: " ") }
}
