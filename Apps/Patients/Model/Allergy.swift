import Reprise

/// A substance that a patient reacts to.
struct Allergy: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let allergen: String
  /// The kind of allergen: DRUG, FOOD, ENVIRONMENT or OTHER.
  let kind: String?
  let severity: String?
  /// True if the server says anything of the severity, if only that none is recorded; it leaves it out for want of a right to see concepts.
  let isSeverityTold: Bool
  let severityID: ResourceID?
  let reactions: [String]
  let comment: String?

  /// The severity in words: "Severe"; "not recorded" if it isn't known, "not told" if the server leaves it out.
  var severityWords: String { severity ?? (isSeverityTold ? "not recorded" : "not told") }

  /// The allergen with its severity: "Penicillin (severe)", "Latex (severity not recorded)".
  var title: String {
    "\(allergen) (\(severity.map { $0.lowercased() } ?? "severity \(severityWords)"))"
  }

  var isSevere: Bool { rank == 0 }

  /// The place among other allergies: severe, then of a severity that isn't known here, moderate, mild.
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
      isSeverityTold: json["severity"] != nil,
      severityID: Reference(json["severity"])?.id,
      reactions: (json["reactions"]?.array ?? []).map { reaction in
        reaction.text("reactionNonCoded") ?? Reference(reaction["reaction"])?.name
          ?? "reaction not told"
      }, comment: json.text("comment"))
  }
}
