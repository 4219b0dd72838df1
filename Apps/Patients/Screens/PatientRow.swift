import Reprise

struct PatientRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  /// "34 y", "3 mo", "died 71", "died ?", "34 y?", "merged": it says in text what the mark shows.
  let age: String
  let sex: String
  /// "1000X1", or "1000X1 (OLD-77)" if another identifier matched the search.
  let identifier: String
  let birth: String
  var mark: Mark
  var saved: String?
  /// Whether the server's response lacks the patient, so that the row only shows the offline copy.
  private(set) var isOnlySaved = false
  var raw: JSON?
}

extension PatientRow {
  /// `today` gives the exact age of a baby.
  init(_ patient: Patient, on today: CalendarDate?, matching text: String = "") {
    id = patient.id
    title = patient.title
    age = patient.listedAge(on: today)
    sex = patient.sex.letter
    identifier = patient.identifierText(matching: text)
    birth =
      patient.birthdate.map { $0.text + (patient.isBirthdateEstimated ? " est." : "") }
      ?? "unknown"
    mark = patient.mark
  }

  var onlySaved: PatientRow {
    var row = self
    row.isOnlySaved = true
    if mark.symbol == " " { row.mark = Mark("!", .warning) }
    return row
  }

  /// Distinguishes patients of one name: "1000X1 · born 1996-02-01 · F 30 y · Ann Lee".
  var footer: String {
    let asSaved = isOnlySaved ? saved.map { " as saved \($0)" } ?? "" : ""
    return [identifier, "born \(birth)", "\(sex) \(age)" + asSaved, title]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // At 40 columns the identifier and age are beside the name. "died 23 mo" has ten characters.
  private static let name = Column<PatientRow>(
    "name", heading: "NAME", width: .flexible(12...60, share: 4), text: { $0.title })
  private static let age = Column<PatientRow>(
    "age", heading: "AGE", width: .fixed(10), isNumeric: true, text: { $0.age })
  private static let sex = Column<PatientRow>(
    "sex", heading: "SEX", width: .fixed(3), text: { $0.sex })
  private static let identifier = Column<PatientRow>(
    "identifier", heading: "IDENTIFIER", width: .flexible(10...24), text: { $0.identifier })

  static let columns = [
    name, age, sex, identifier,
    Column("birth", heading: "BORN", width: .fixed(15), text: { $0.birth }),
    Column("id", heading: "UUID", width: .fixed(36), text: { $0.id.text }),
  ]

  /// On a narrow screen the identifier is the only difference between twins, so it comes early.
  static let foundColumns = [
    name, identifier, age, sex,
    Column(
      "birth", heading: "BORN", width: .fixed(11),
      text: { $0.birth.hasSuffix(" est.") ? "~" + $0.birth.prefix(10) : $0.birth }),
  ]
}

extension Patient {
  func listedAge(on today: CalendarDate?) -> String {
    if isVoided { return "merged" }
    let short = shortAge(on: today)
    return switch isDead {
    case true?: "died " + (short.hasSuffix(" y") ? short.dropLast(2) : short[...])
    case false?: short
    case nil: short + "?"
    }
  }

  var mark: Mark {
    if isDead == true || isVoided { return Mark("✕", .bad) }
    return isDead == nil ? Mark("?", .unknown) : Mark(" ", .text)
  }

  fileprivate func identifierText(matching text: String) -> String {
    guard let preferred = preferredIdentifier else { return "" }
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    func fits(_ identifier: Identifier) -> Bool {
      words.contains { identifier.text.lowercased().contains($0) }
    }
    guard !fits(preferred), let other = identifiers.first(where: fits) else {
      return preferred.text
    }
    return "\(preferred.text) (\(other.text))"
  }
}
