import Chemistry
import Depictions
import FoundationEssentials
import Reprise

extension Record {
  var kind: String {
    molecule != nil ? "molecule" : reaction != nil ? "reaction" : "unreadable"
  }

  var formula: String { molecule?.formula.hill ?? reaction?.formulaText ?? "" }

  var title: String { name.isEmpty ? formula : name }
}

extension Molecule {
  var chargeText: String { charge > 0 ? "+\(charge)" : String(charge) }
}

extension Double {
  /// The number with `places` decimals, independent of the locale: "180.16".
  func fixed(_ places: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "?" }
    return text(decimals: places)
  }
}

extension [FormatError] {
  var summary: String? { joined(\.summary, separator: " ") }

  /// The texts of the first five problems, and the number of the others; `nil` without problems.
  func joined(_ text: (FormatError) -> String, separator: String) -> String? {
    guard !isEmpty else { return nil }
    let problems = merged
    let rest = Array(problems.dropFirst(5)).totalCount
    let more = rest > 0 ? ["\(rest.grouped) more."] : []
    return (problems.prefix(5).map(text) + more).joined(separator: separator)
  }
}

extension Record {
  func picture(_ size: Size, _ script: Depiction.Script) -> String {
    PreparedStructure(self).map { Depiction($0, size: size, in: script).text } ?? ""
  }
}

extension PreparedStructure {
  /// Fails for a record without a structure.
  init?(_ record: Record) {
    switch record.structure {
    case .molecule(let molecule): self.init(molecule)
    case .reaction(let reaction): self.init(reaction)
    case .none: return nil
    }
  }
}

extension JSON {
  /// For scripts. Values that don't apply to the record are null.
  init(
    _ record: Record, _ number: Int, of file: String? = nil, format: ChemicalFormat? = nil,
    texts: [String] = []
  ) {
    let molecule = record.molecule
    var members = [Member("number", .number(String(number))), Member("name", .string(record.name))]
    if let file { members.insert(Member("file", .string(file)), at: 0) }
    if let format { members.append(Member("format", .string(format.rawValue))) }
    members += [
      Member("kind", .string(record.kind)),
      Member("formula", record.kind == "unreadable" ? .null : .string(record.formula)),
      Member("averageMass", JSON(molecule?.averageMass, places: 4)),
      Member("monoisotopicMass", JSON(molecule?.monoisotopicMass, places: 6)),
      Member("atoms", JSON(molecule?.expanded.atoms.count)),
      Member("bonds", JSON(molecule?.expanded.bonds.count)),
      Member("charge", JSON(molecule?.charge)),
    ]
    if let reaction = record.reaction {
      members.append(Member("components", .array(reaction.components.map { JSON($0) })))
    }
    members += [
      Member(
        "fields",
        .array(
          record.fields.map {
            .object([Member("name", .string($0.name)), Member("value", .string($0.text))])
          })),
      Member("problems", .array(record.problems.map { .string($0.description) })),
    ]
    if !texts.isEmpty { members.append(Member("texts", .array(texts.map { .string($0) }))) }
    self = .object(members)
  }

  private init(_ component: Reaction.Component) {
    self = .object([
      Member("role", .string(component.role.name.lowercased())),
      Member("name", .string(component.title)),
      Member("formula", .string(component.molecule.formula.hill)),
      Member("averageMass", JSON(component.molecule.averageMass, places: 4)),
      Member("stoichiometry", component.stoichiometry.map { .string($0) } ?? .null),
    ])
  }

  private init(_ value: Double?, places: Int) {
    self = value.flatMap { abs($0) < 1e15 ? .number($0.fixed(places)) : nil } ?? .null
  }

  private init(_ value: Int?) { self = value.map { .number(String($0)) } ?? .null }
}
