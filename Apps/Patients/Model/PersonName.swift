import Reprise

struct PersonName: Hashable, Sendable {
  let id: ResourceID?
  /// The nonempty parts in the order of the spoken name.
  let parts: [String]
  /// The server's display of the name.
  let shown: String?

  /// The keys of the parts, in the order of "Dr. María del Carmen de la Fernández Ruiz Jr".
  private static let keys = [
    "prefix", "givenName", "middleName", "familyNamePrefix", "familyName", "familyName2",
    "familyNameSuffix",
  ]

  /// Parses a name. Returns `nil` if it has neither parts nor a display.
  ///
  /// - Parameter display: The display of the person, used if the name has none.
  init?(_ json: JSON?, display: String? = nil) {
    guard let json, json.members != nil else { return nil }
    id = json.text("uuid").map { ResourceID($0) }
    parts = PersonName.keys.compactMap { json.text($0) }
    shown = json.text("display") ?? display
    let inner = PersonName.keys.dropFirst().dropLast().compactMap { json.text($0) }
    before = json.text("prefix")
    behind = json.text("familyNameSuffix")
    // A display that lacks a part of the name isn't used.
    isShownWhole =
      shown.map { shown in
        !inner.isEmpty
          && inner.allSatisfy {
            PersonName.words(of: shown).isSuperset(of: PersonName.words(of: $0))
          }
      } ?? false
    if parts.isEmpty, shown == nil { return nil }
  }

  /// The prefix and suffix, which the server's display omits.
  private let before: String?
  private let behind: String?
  /// Whether the server's display contains all parts except prefix and suffix.
  private let isShownWhole: Bool

  /// The name in the server's order: "García López, María", "王 小明".
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
