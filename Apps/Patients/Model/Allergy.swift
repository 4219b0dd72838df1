import Reprise

/// What a patient reacts to.
struct Allergy: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let allergen: String
  /// DRUG, FOOD, ENVIRONMENT or OTHER.
  let kind: String?
  let severity: String?
  let reactions: [String]
  let comment: String?

  /// "Penicillin (severe)".
  var title: String { severity.map { "\(allergen) (\($0.lowercased()))" } ?? allergen }
}

extension Allergy {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let allergen = json["allergen"]
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      allergen: allergen?.text("nonCodedAllergen") ?? Reference(allergen?["codedAllergen"])?.name
        ?? json.text("display") ?? "an allergen without a name",
      kind: allergen?.text("allergenType"), severity: Reference(json["severity"])?.name,
      reactions: (json["reactions"]?.array ?? []).compactMap { reaction in
        reaction.text("reactionNonCoded") ?? Reference(reaction["reaction"])?.name
      }, comment: json.text("comment"))
  }
}

/// What is known about a patient's allergies. None recorded isn't none.
enum Allergies: Hashable, Sendable {
  case recorded([Allergy])
  /// They are still being read.
  case awaited
  /// The server has no such module, or this user may not see it, or it couldn't be read: in words.
  case unknown(String)

  /// For the banner: what must not be overlooked.
  var words: String {
    switch self {
    case .recorded(let allergies) where allergies.isEmpty: "no allergies recorded"
    case .recorded(let allergies):
      "✕ allergic to " + allergies.map(\.title).joined(separator: ", ")
    case .awaited: "… loading allergies"
    case .unknown(let reason): "? allergies not known: \(reason)"
    }
  }

  var role: Role {
    switch self {
    case .recorded(let allergies): allergies.isEmpty ? .text : .bad
    case .awaited, .unknown: .unknown
    }
  }
}
