import Reprise

/// A patient as lists show one.
struct PatientRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  /// The age: "34 y", "3 mo", "died 71", "died ?", "34 y?", "merged": nobody is told to be dead, or not known to live, by a mark alone.
  let age: String
  let sex: String
  /// The identifier: "1000X1", or "1000X1 (OLD-77)" of a patient who was found by another number.
  let identifier: String
  let birth: String
  var mark: Mark
  /// The day on which the patient was saved: "2026-11-20"; nil if there is no copy.
  var saved: String?
  /// True if the server's answer hasn't got the patient, so that all this is only what was saved.
  private(set) var isOnlySaved = false
}

extension PatientRow {
  /// Creates a row. `today` is for the age of a baby, `text` is the one that the patient matches.
  init(_ patient: Patient, on today: CalendarDate?, matching text: String = "") {
    id = patient.id
    title = patient.title
    age = patient.listedAge(on: today)
    sex = patient.sex.letter
    identifier = patient.identifierWords(matching: text)
    birth =
      patient.birthdate.map { $0.text + (patient.isBirthdateEstimated ? " est." : "") }
      ?? "unknown"
    mark = patient.mark
  }

  /// The row with a mark that it is only what was saved: ! for a patient without a sign.
  var onlySaved: PatientRow {
    var row = self
    row.isOnlySaved = true
    if mark.symbol == " " { row.mark = Mark("!", .warning) }
    return row
  }

  /// A line that tells two of one name apart: "1000X1 · born 1996-02-01 · F 30 y · Pacha Mary".
  var footer: String {
    let asSaved = isOnlySaved ? saved.map { " as saved \($0)" } ?? "" : ""
    return [identifier, "born \(birth)", "\(sex) \(age)" + asSaved, title]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // At forty columns number and age stand beside it: "died 23 mo" takes ten.
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

  /// The columns for matches. The number stands before the age: on a narrow screen it is what tells twins apart.
  static let foundColumns = [
    name, identifier, age, sex,
    Column(
      "birth", heading: "BORN", width: .fixed(11),
      text: { $0.birth.hasSuffix(" est.") ? "~" + $0.birth.prefix(10) : $0.birth }),
  ]
}

extension Patient {
  /// Returns the age for a list, in which a patient who died, or isn't known to live, is told apart.
  func listedAge(on today: CalendarDate?) -> String {
    if isVoided { return "merged" }
    let short = shortAge(on: today)
    return switch isDead {
    case true?: "died " + (short.hasSuffix(" y") ? short.dropLast(2) : short[...])
    case false?: short
    case nil: short + "?"
    }
  }

  /// The mark: ✕ for a patient who is dead, or a record that was merged into another; ? if nobody says.
  var mark: Mark {
    if isDead == true || isVoided { return Mark("✕", .bad) }
    return isDead == nil ? Mark("?", .unknown) : Mark(" ", .text)
  }

  /// Returns the preferred identifier, and the one that matches a text if that isn't it.
  fileprivate func identifierWords(matching text: String) -> String {
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
