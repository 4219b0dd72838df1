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
  ///
  /// - Parameter display: The server's display of the person, for a name that comes without one.
  init?(_ json: JSON?, display: String? = nil) {
    guard let json, json.members != nil else { return nil }
    id = json.text("uuid").map { ResourceID($0) }
    parts = PersonName.keys.compactMap { json.text($0) }
    shown = json.text("display") ?? display
    let inner = PersonName.keys.dropFirst().dropLast().compactMap { json.text($0) }
    before = json.text("prefix")
    behind = json.text("familyNameSuffix")
    // A display that leaves out a part of the name is too short to go by.
    isShownWhole =
      shown.map { shown in
        !inner.isEmpty
          && inner.allSatisfy {
            PersonName.words(of: shown).isSuperset(of: PersonName.words(of: $0))
          }
      } ?? false
    if parts.isEmpty, shown == nil { return nil }
  }

  /// The prefix and the suffix, which servers' displays leave out.
  private let before: String?
  private let behind: String?
  /// True if the server's display has all parts between them.
  private let isShownWhole: Bool

  /// The name in the order that the server shows it in: "García López, María", "王 小明".
  var text: String {
    guard let shown, isShownWhole else {
      return parts.isEmpty ? shown ?? "" : parts.joined(separator: " ")
    }
    let words = PersonName.words(of: shown)
    func missing(_ part: String?) -> String? {
      part.flatMap { words.isSuperset(of: PersonName.words(of: $0)) ? nil : $0 }
    }
    return [missing(before), shown, missing(behind)].compactMap(\.self).joined(separator: " ")
  }

  private static func words(of text: String) -> Set<Substring> {
    Set(text.split { $0.isWhitespace || $0 == "," })
  }
}
