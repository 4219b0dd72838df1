import Chemistry
import Reprise

/// A label and a value about a record.
struct Fact: Hashable, Sendable {
  let label: String
  let value: String

  init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}

extension Record {
  var facts: [Fact] {
    properties
      + fields.map { Fact($0.name, $0.text.split(separator: "\n").joined(separator: " ")) }
  }

  var properties: [Fact] { molecule?.properties ?? reaction?.properties ?? [] }

  var heads: [Fact] {
    [
      Fact("Origin", (molecule?.origin ?? reaction?.origin ?? "").trimmed),
      Fact("Comment", (molecule?.comment ?? reaction?.comment ?? "").trimmed),
      Fact("Registry", registry.trimmed),
    ].filter { !$0.value.isEmpty }
  }
}

extension Reaction {
  fileprivate var properties: [Fact] {
    var facts = components.map { component in
      let count = component.stoichiometry.map { $0 + " " } ?? ""
      let (formula, title) = (component.formulaText, component.title)
      return Fact(
        component.role.name, count + (title == formula ? formula : "\(title), \(formula)"))
    }
    for role in Role.allCases where components(role).isEmpty { facts.append(Fact(role.name, "—")) }
    if mapCount > 0 { facts.append(Fact("Mapped atoms", String(mapCount))) }
    return facts
  }
}

extension Reaction.Role {
  var name: String {
    switch self {
    case .reactant: "Reactant"
    case .product: "Product"
    case .agent: "Agent"
    }
  }
}

extension Molecule {
  private var atomText: String {
    let drawn = expanded.atoms.count
    let all = formula.elements.values.reduce(0, +) + formula.placeholders.values.reduce(0, +)
    return "\(all), \(heavyAtomCount) heavy" + (all == drawn ? "" : ", \(drawn) drawn")
  }

  fileprivate var properties: [Fact] {
    var facts = [
      Fact("Formula", formula.hill + (formula.isPartial ? " (of its known part)" : "")),
      Fact("Average mass", averageMass.fixed(3) + " Da"),
      Fact("Monoisotopic mass", monoisotopicMass.fixed(5) + " Da"),
      Fact("Charge", chargeText),
      Fact("Atoms", atomText),
      Fact("Bonds", String(expanded.bonds.count)),
      Fact("Rings", String(ringCount)),
    ]
    let values = atoms.enumerated().compactMap { index, atom in
      atom.value.map { "\($0) (\(atom.text), atom \(index + 1))" }
    }
    if !values.isEmpty { facts.append(Fact("Atom values", values.joined(separator: ", "))) }
    if fragmentCount > 1 { facts.append(Fact("Fragments", String(fragmentCount))) }
    if isChiral { facts.append(Fact("Stereo", "one enantiomer, as the file says")) }
    if isSpatial { facts.append(Fact("Coordinates", "3D")) }
    return facts
  }
}

extension Detail {
  init(_ found: FoundRecord) {
    let record = found.record
    func rows(_ facts: [Fact], _ kind: String) -> [DetailRow] {
      facts.enumerated().map { index, fact in
        .labelled(id: "\(kind)-\(index)-\(fact.label)", fact.label, fact.value)
      }
    }
    let properties = record.properties + record.heads + [Fact("Format", found.format.title)]
    var sections = [DetailSection(rows: rows(properties, "property"))]
    if !record.fields.isEmpty {
      sections.append(
        DetailSection(
          "Fields", rows: rows(record.fields.map { Fact($0.name, $0.text) }, "field")))
    }
    if !found.texts.isEmpty {
      sections.append(
        DetailSection(
          "Texts of the drawing",
          rows: found.texts.enumerated().map { .text(id: "text-\($0)", $1) }))
    }
    if !record.problems.isEmpty {
      sections.append(
        DetailSection(
          "Problems",
          rows: record.problems.enumerated().map { index, problem in
            .text(id: "problem-\(index)", problem.description, role: .warning)
          }))
    }
    let title = record.title.isEmpty ? "Record \(found.number)" : record.title
    self.init(
      title: title, headline: title, aside: "\(found.number) of \(found.count)", sections: sections)
  }
}

/// Labels and values beside a picture, as many as fit.
struct FactList {
  private let facts: [Fact]

  init(_ facts: [Fact]) { self.facts = facts }

  func draw(in canvas: inout Canvas) {
    let width = min(18, facts.map { CellWidth.of($0.label) }.max() ?? 0)
    for (row, fact) in facts.prefix(canvas.rows).enumerated() {
      canvas.write(fact.label, row: row, column: 1, style: .secondary, limit: width)
      canvas.write(
        fact.value, row: row, column: width + 3, limit: max(0, canvas.columns - width - 4))
    }
  }
}
