import Foundation
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
  /// The grade; nil if the severity isn't one that is known here.
  private(set) var grade: Grade?

  /// The severity in words: "Severe"; "not recorded" if it isn't known, "not told" if the server leaves it out.
  var severityWords: String { severity ?? (isSeverityTold ? "not recorded" : "not told") }

  /// The allergen with its severity: "Penicillin (severe)", "Latex (severity not recorded)".
  var title: String {
    "\(allergen) (\(severity.map { $0.lowercased() } ?? "severity \(severityWords)"))"
  }

  var isSevere: Bool { grade == .severe }

  /// The place among other allergies: severe, then of a severity that isn't known here, moderate, mild.
  var rank: Int {
    switch grade {
    case .severe?: 0
    case nil: 1
    case .moderate?: 2
    case .mild?: 3
    }
  }

  /// Returns the allergy with the grade that the server's settings give to its severity.
  func graded(by settings: [ResourceID: Grade]) -> Allergy {
    guard let id = severityID, let grade = settings[id] else { return self }
    var allergy = self
    allergy.grade = grade
    return allergy
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
      }, comment: json.text("comment"),
      grade: Reference(json["severity"]).flatMap { severity in
        severity.id.flatMap { Grade.ofCIEL[$0] } ?? Grade(named: severity.name)
      })
  }
}

extension Allergy {
  /// The severity of an allergy, as OpenMRS has three of them.
  enum Grade: String, CaseIterable, Hashable, Sendable {
    case mild, moderate, severe

    /// The beginning of the names of the server's settings.
    static let settings = "allergy.concept.severity"

    /// The grades of the concepts that CIEL has for them.
    static let ofCIEL: [ResourceID: Grade] = [
      Sign.concept(1498): .mild, Sign.concept(1499): .moderate, Sign.concept(1500): .severe,
    ]

    /// The setting that names the concept: "allergy.concept.severity.severe".
    var setting: String { "\(Grade.settings).\(rawValue)" }

    /// Words for it in the languages of many servers, without accents.
    private var words: Set<String> {
      switch self {
      case .mild:
        [
          "mild", "minor", "legere", "leger", "benigne", "leve", "lieve", "leicht", "ringan",
          "kidogo", "легкая",
        ]
      case .moderate:
        [
          "moderate", "moderee", "modere", "moderada", "moderado", "moderata", "moderato", "massig",
          "mittel", "mittelschwer", "sedang", "wastani", "умеренная",
        ]
      case .severe:
        [
          "severe", "serious", "life-threatening", "fatal", "anaphylactic", "grave", "severa",
          "severo", "schwer", "berat", "kali", "тяжелая",
        ]
      }
    }

    /// Reads the name of a severity; nil for one that isn't known here.
    init?(named name: String) {
      let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let words = folded.split { !$0.isLetter && $0 != "-" }.map { String($0) }
      let found = Grade.allCases.filter { !$0.words.isDisjoint(with: words) }
      // "Mild to moderate" is neither, and nor is what begins with "not".
      guard found.count == 1, !["not", "non", "no", "nicht", "pas"].contains(words.first) else {
        return nil
      }
      self = found[0]
    }
  }
}
