import Reprise

/// The name of a person, in parts.
struct PersonName: Hashable, Sendable {
  let id: ResourceID?
  /// The parts in the order in which they are said, none of them empty.
  let parts: [String]
  /// The name as the server shows it, in case the parts aren't known.
  let shown: String?

  /// The keys of the parts, in the order of "Dr. María del Carmen de la Fernández Ruiz Jr".
  private static let keys = [
    "prefix", "givenName", "middleName", "familyNamePrefix", "familyName", "familyName2",
    "familyNameSuffix",
  ]

  /// Reads a name; nil if nothing of it is known.
  init?(_ json: JSON?) {
    guard let json, json.members != nil else { return nil }
    id = json.text("uuid").map { ResourceID($0) }
    parts = PersonName.keys.compactMap { json.text($0) }
    shown = json.text("display")
    if parts.isEmpty, shown == nil { return nil }
  }

  var text: String { parts.isEmpty ? shown ?? "" : parts.joined(separator: " ") }
}
