import Core

extension DataSheet {
  /// The sheet has the document's columns and, where these lack them, columns for the structures,
  /// their names, and the fields of the records.
  init(_ document: ChemicalDocument) {
    self.init()
    title = document.title
    // A drawing has texts instead of a description.
    summary = ([document.summary].filter { !$0.isEmpty } + document.texts).joined(separator: "\n")
    extensions = document.extensions
    columns = document.columns
    let records = document.records
    addReactionColumns(records)
    let nameColumn = addColumns(records)
    rows = records.map { row($0, nameColumn) }
  }

  private mutating func addReactionColumns(_ records: [Record]) {
    let reactions = records.compactMap { $0.reaction }
    guard !reactions.isEmpty else { return }
    var counts: [Reaction.Role: Int] = [:]
    var known = Set(columns.map { $0.name })
    for role in Reaction.Role.allCases {
      let count = reactions.map { $0.components(role).count }.max() ?? 0
      let named = columns.compactMap { ReactionColumn($0.name) }.filter { $0.role == role }
      counts[role] = max(count, named.map { $0.number }.max() ?? 0)
      for number in 0..<count {
        for part in ReactionColumn.Part.allCases {
          // The aspect has no stoichiometry for reagents.
          if role == .agent, part == .stoichiometry { continue }
          let name = ReactionColumn(role, part, number + 1).name
          guard known.insert(name).inserted else { continue }
          columns.append(Column(name, part == .molecule ? .molecule : .text(.string)))
        }
      }
    }
    guard !extensions.contains(where: { $0.type == "org.mmi.aspect.Reaction" }) else { return }
    let lines = [Reaction.Role.reactant, .product, .agent].map { role in
      "n\(ReactionColumn.roleName(role).lowercased())s=\(counts[role] ?? 0)\n"
    }
    extensions.append(
      Extension(name: "Reaction", type: "org.mmi.aspect.Reaction", text: lines.joined()))
  }

  /// Returns the name of the column for structure names.
  private mutating func addColumns(_ records: [Record]) -> String {
    var nameColumn = "Name"
    let fieldNames = Set(records.flatMap { $0.namedFields.map(\.name) })
    if records.contains(where: { $0.molecule != nil }), structureColumn == nil {
      let name = free("Molecule", fieldNames)
      columns.insert(Column(name, .molecule, summary: "Molecular structure"), at: 0)
    }
    if records.contains(where: { $0.unsaidName != nil && $0["Name"] != nil }) {
      // Keeps both names. The column that comes first names the record.
      nameColumn = free("Title", fieldNames)
      let index = structureColumn.map { $0 + 1 } ?? 0
      columns.insert(Column(nameColumn, .text(.string)), at: index)
    } else if records.contains(where: { $0.unsaidName != nil }),
      !columns.contains(where: { $0.name == nameColumn })
    {
      columns.append(Column(nameColumn, .text(.string)))
    }
    let known = Set(columns.map { $0.name })
    var texts: [String: [String]] = [:]
    var order: [String] = []
    for record in records {
      for (name, field) in record.namedFields where !known.contains(name) {
        if texts[name] == nil { order.append(name) }
        switch field.value {
        case .text(_, .extend): texts[name, default: []].append("extend\n")
        case .text, .reaction: texts[name, default: []].append(field.text)
        case .molecule: texts[name, default: []] += []
        }
      }
    }
    for name in order {
      let values = texts[name] ?? []
      columns.append(Column(name, values.isEmpty ? .molecule : .text(Field.kind(of: values))))
    }
    return nameColumn
  }

  private func free(_ name: String, _ fields: Set<String>) -> String {
    var names = UniqueNames(taken: fields.union(columns.map { $0.name }))
    return names.next(name)
  }

  private func row(_ record: Record, _ nameColumn: String) -> Row {
    var values = Dictionary(
      record.namedFields.map { ($0.name, $0.field.fileText) },
      uniquingKeysWith: { first, _ in first })
    for (name, cell) in record.reaction?.cells ?? [:] { values[name] = cell }
    let structure = structureColumn
    let cells = columns.enumerated().map { index, column -> String? in
      if index == structure, let molecule = record.molecule {
        return SketchElWriter().text(of: molecule)
      }
      if column.name == nameColumn, let name = record.unsaidName { return name }
      return values[column.name]
    }
    return Row(cells: cells)
  }
}

extension Record {
  /// The structure's own name; `nil` if it has none, or if a field contains it.
  fileprivate var unsaidName: String? {
    let own = ownName.trimmed
    let isSaid = own.isEmpty || fields.contains { Characters.oneLine($0.text).trimmed == own }
    return isSaid ? nil : ownName
  }

  fileprivate var namedFields: [(name: String, field: Field)] {
    var names = UniqueNames()
    return fields.map { (names.next($0.name), $0) }
  }
}

extension Reaction {
  fileprivate var cells: [String: String] {
    var cells: [String: String] = [:]
    for role in Role.allCases {
      for (index, component) in components(role).enumerated() {
        func set(_ part: ReactionColumn.Part, _ text: String?) {
          cells[ReactionColumn(role, part, index + 1).name] = text
        }
        if !component.molecule.atoms.isEmpty {
          set(.molecule, SketchElWriter().text(of: component.molecule))
        }
        let name = component.name.isEmpty ? component.molecule.name : component.name
        if !name.isEmpty { set(.name, name) }
        set(.stoichiometry, component.stoichiometry)
      }
    }
    return cells
  }
}

/// Makes names unique by appending numbers: "Name", "Name (2)".
struct UniqueNames {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  init(taken: Set<String> = []) { self.taken = taken }

  mutating func next(_ name: String) -> String {
    var count = counts[name, default: 0] + 1
    var candidate = count == 1 ? name : "\(name) (\(count))"
    while !taken.insert(candidate).inserted {
      count += 1
      candidate = "\(name) (\(count))"
    }
    counts[name] = count
    return candidate
  }
}
