import Glibc
import Reprise

struct Allergy: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let allergen: String
  /// DRUG, FOOD, ENVIRONMENT or OTHER.
  let kind: String?
  let severity: String?
  /// The server omits the key if the user lacks the privilege to see concepts.
  let isSeverityIncluded: Bool
  let severityID: ResourceID?
  let reactions: [String]
  let comment: String?
  /// `nil` if the severity isn't recognized.
  private(set) var grade: Grade?

  var severityText: String { severity ?? (isSeverityIncluded ? "not recorded" : "not told") }

  /// "Penicillin (severe)", "Latex (severity not recorded)".
  var title: String {
    "\(allergen) (\(severity.map { $0.lowercased() } ?? "severity \(severityText)"))"
  }

  var isSevere: Bool { grade == .severe }

  var rank: Int {
    switch grade {
    case .severe?: 0
    case nil: 1
    case .moderate?: 2
    case .mild?: 3
    }
  }

  func graded(by settings: [ResourceID: Grade]) -> Allergy {
    guard let id = severityID, let grade = settings[id] else { return self }
    var allergy = self
    allergy.grade = grade
    return allergy
  }
}

extension Allergy {
  init(_ json: JSON) throws(Unreadable) {
    let allergen = json["allergen"]
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      allergen: allergen?.text("nonCodedAllergen") ?? Reference(allergen?["codedAllergen"])?.name
        ?? json.text("display") ?? "an allergen without a name",
      kind: allergen?.text("allergenType"), severity: Reference(json["severity"])?.name,
      isSeverityIncluded: json["severity"] != nil,
      severityID: Reference(json["severity"])?.id,
      reactions: (json["reactions"]?.array ?? []).map { reaction in
        reaction.text("reactionNonCoded") ?? Reference(reaction["reaction"])?.name
          ?? "reaction not told"
      }, comment: json.text("comment"),
      grade: Reference(json["severity"]).flatMap { severity in
        severity.id.flatMap { Grade.ofCIEL[$0] } ?? Grade(named: severity.name)
      })
  }

  enum Grade: String, CaseIterable, Hashable, Sendable {
    case mild, moderate, severe

    /// The common prefix of the server's settings for severities.
    static let settings = "allergy.concept.severity"

    static let ofCIEL: [ResourceID: Grade] = [
      Sign.concept(1498): .mild, Sign.concept(1499): .moderate, Sign.concept(1500): .severe,
    ]

    var setting: String { "\(Grade.settings).\(rawValue)" }

    /// In the languages of common servers, lower case and without diacritics.
    private var names: Set<String> {
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

    /// `nil` if the name contains no grade, or more than one.
    init?(named name: String) {
      let words = name.folded.split { !$0.isLetter && $0 != "-" }.map { String($0) }
      let found = Grade.allCases.filter { !$0.names.isDisjoint(with: words) }
      // "Mild to moderate" matches two grades, and "not severe" means none.
      guard found.count == 1, !["not", "non", "no", "nicht", "pas"].contains(words.first) else {
        return nil
      }
      self = found[0]
    }
  }
}

/// A patient's allergies. An empty list means "none" only if `status` is `noneKnown`.
struct AllergyList: Sendable {
  enum Status: Hashable, Sendable {
    case recorded
    /// The patient was asked about allergies, and has none.
    case noneKnown
    case unasked
  }

  let status: Status
  private(set) var entries: Entries<Allergy>

  init(
    status: Status, entries: Entries<Allergy>, settings: [ResourceID: Allergy.Grade] = [:]
  ) {
    self.status = status
    self.entries = entries
    self.entries.elements = entries.elements.map { $0.graded(by: settings) }.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  var allergies: [Allergy] { entries.elements }

  var emptyText: String {
    switch status {
    // No entry could be read.
    case .recorded: "No allergy could be read."
    case .noneKnown: "No known allergies: somebody asked, and there are none."
    case .unasked: "Allergy status unknown: no answer is recorded."
    }
  }
}

/// The allergies that a patient's banner shows, or the reason why they aren't known.
enum KnownAllergies: Hashable, Sendable {
  /// The patient has recorded allergies. The values are the allergies, the number of entries that
  /// can't be read, and the ids of allergies that only an earlier response contains. An unreadable
  /// entry may be one of those.
  case recorded([Allergy], unreadable: Int = 0, lastSeen: Set<ResourceID> = [])
  case noneKnown
  case unasked
  case awaited
  case forbidden
  case noModule
  case unreadable

  init(_ list: AllergyList) {
    switch list.status {
    case .recorded where list.entries.currentElements.isEmpty: self = .unreadable
    case .recorded:
      self = .recorded(
        list.allergies, unreadable: list.entries.skipped.count,
        lastSeen: Set(list.entries.lastSeen.keys))
    case .noneKnown: self = .noneKnown
    case .unasked: self = .unasked
    }
  }

  /// The number comes first, because a small screen cuts the rest.
  var text: String {
    switch self {
    case .recorded(let allergies, let unreadable, let lastSeen):
      KnownAllergies.count(allergies.count - lastSeen.count, unreadable) + ": "
        + allergies.map { KnownAllergies.mark($0, lastSeen) + $0.title }.joined(separator: ", ")
    case .noneKnown: "no known allergies"
    case .unasked: "? allergy status unknown"
    case .awaited: "… loading allergies"
    case .forbidden: "? allergies: not allowed to see them"
    case .noModule: "? allergies: module not installed"
    case .unreadable: "? allergies could not be read"
    }
  }

  /// "✕ 12 allergies, 1 severe: Penicillin (severe), Latex and 10 more", cut at 80 columns; `nil`
  /// unless there are several.
  var shortText: String? {
    guard case .recorded(let allergies, let unreadable, let lastSeen) = self,
      allergies.count > 1
    else { return nil }
    let severe = allergies.count(where: \.isSevere)
    var text =
      KnownAllergies.count(allergies.count - lastSeen.count, unreadable)
      + (severe > 0 ? ", \(severe) severe" : "") + ": "
    for (number, allergy) in allergies.enumerated() {
      let name =
        KnownAllergies.mark(allergy, lastSeen) + allergy.allergen
        + (allergy.isSevere ? " (severe)" : "")
      let rest = allergies.count - number - 1
      let more = rest > 0 ? " and \(rest) more" : ""
      let next = (number > 0 ? ", " : "") + name
      guard number == 0 || CellWidth.of(text + next + more) <= 78 else {
        return text + " and \(rest + 1) more"
      }
      text += next
    }
    return text
  }

  private static func mark(_ allergy: Allergy, _ lastSeen: Set<ResourceID>) -> String {
    lastSeen.contains(allergy.id) ? "~ " : ""
  }

  private static func count(_ readable: Int, _ unreadable: Int) -> String {
    let count = readable + unreadable
    return "✕ \(count == 1 ? "1 allergy" : "\(count) allergies")"
      + (unreadable > 0 ? ", \(unreadable) not readable" : "")
  }

  var role: Role {
    switch self {
    case .recorded: .bad
    case .noneKnown: .text
    case .unasked, .awaited, .forbidden, .noModule, .unreadable: .unknown
    }
  }
}
