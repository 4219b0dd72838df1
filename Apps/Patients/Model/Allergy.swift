import Reprise

/// What a patient reacts to.
struct Allergy: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let allergen: String
  /// DRUG, FOOD, ENVIRONMENT or OTHER.
  let kind: String?
  let severity: String?
  let severityID: ResourceID?
  let reactions: [String]
  let comment: String?

  /// "Penicillin (severe)".
  var title: String { severity.map { "\(allergen) (\($0.lowercased()))" } ?? allergen }

  /// Its place among others: severe, then of a severity that isn't known here, moderate, mild.
  var rank: Int {
    switch severityID {
    case Sign.concept(1500): 0
    case Sign.concept(1499): 2
    case Sign.concept(1498): 3
    default: 1
    }
  }
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
      severityID: Reference(json["severity"])?.id,
      reactions: (json["reactions"]?.array ?? []).compactMap { reaction in
        reaction.text("reactionNonCoded") ?? Reference(reaction["reaction"])?.name
      }, comment: json.text("comment"))
  }
}
