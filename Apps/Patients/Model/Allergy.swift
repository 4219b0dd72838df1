import Foundation
import Reprise

struct Allergy: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let allergen: String
  /// The category of the allergen: DRUG, FOOD, ENVIRONMENT or OTHER.
  let kind: String?
  let severity: String?
  /// Whether the response has a severity, even an empty one. The server omits the key if the user
  /// lacks the privilege to see concepts.
  let isSeverityTold: Bool
  let severityID: ResourceID?
  let reactions: [String]
  let comment: String?
  /// The grade; `nil` if the severity isn't recognized.
  private(set) var grade: Grade?

  /// The severity: "Severe"; "not recorded" if there is none; "not told" if the server omits it.
  var severityWords: String { severity ?? (isSeverityTold ? "not recorded" : "not told") }

  /// The allergen with its severity: "Penicillin (severe)", "Latex (severity not recorded)".
  var title: String {
    "\(allergen) (\(severity.map { $0.lowercased() } ?? "severity \(severityWords)"))"
  }

  var isSevere: Bool { grade == .severe }

  /// The sort key among other allergies: severe, unrecognized, moderate, mild.
  var rank: Int {
    switch grade {
    case .severe?: 0
    case nil: 1
    case .moderate?: 2
    case .mild?: 3
    }
  }

  /// Returns the allergy with the grade that the server's settings assign to its severity.
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
  /// A severity. OpenMRS defines three.
  enum Grade: String, CaseIterable, Hashable, Sendable {
    case mild, moderate, severe

    /// The common prefix of the server's settings for severities.
    static let settings = "allergy.concept.severity"

    /// The grades of CIEL's concepts.
    static let ofCIEL: [ResourceID: Grade] = [
      Sign.concept(1498): .mild, Sign.concept(1499): .moderate, Sign.concept(1500): .severe,
    ]

    /// The server setting that contains the concept: "allergy.concept.severity.severe".
    var setting: String { "\(Grade.settings).\(rawValue)" }

    /// Names of the grade in the languages of common servers, lower case and without diacritics.
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

    /// Recognizes the name of a severity; `nil` if it names no grade, or more than one.
    init?(named name: String) {
      let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let words = folded.split { !$0.isLetter && $0 != "-" }.map { String($0) }
      let found = Grade.allCases.filter { !$0.words.isDisjoint(with: words) }
      // "Mild to moderate" matches two grades, and "not severe" means none.
      guard found.count == 1, !["not", "non", "no", "nicht", "pas"].contains(words.first) else {
        return nil
      }
      self = found[0]
    }
  }
}
