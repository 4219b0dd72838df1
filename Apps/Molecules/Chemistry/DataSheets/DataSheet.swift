import Core

/// A table of molecules and data: the content of an XML DataSheet file.
struct DataSheet {
  struct Column: Hashable {
    enum Kind: Hashable {
      /// The cells are molecules in SketchEl format.
      case molecule
      case text(Field.Kind)
    }

    var name: String
    var kind: Kind
    var summary: String

    init(_ name: String, _ kind: Kind, summary: String = "") {
      self.name = name
      self.kind = kind
      self.summary = summary
    }
  }

  /// Data that another program stored, which are written again unchanged.
  struct Extension: Hashable {
    var name: String
    var type: String
    var text: String
  }

  struct Row {
    var cells: [String?]
    /// The line of each cell's text or, for a missing cell, of the row; empty for a new row.
    var lines: [Int] = []
  }

  var title = ""
  var summary = ""
  var extensions: [Extension] = []
  var columns: [Column] = []
  var rows: [Row] = []
}

extension DataSheet {
  var hasReactions: Bool {
    extensions.contains(where: DataSheet.isReactionAspect)
      && columns.contains { ReactionColumn($0.name) != nil }
  }

  /// Returns whether an extension is the aspect that assigns columns to reactions.
  static func isReactionAspect(_ part: Extension) -> Bool {
    part.type.hasPrefix("org.mmi.aspect.") && part.text.contains("nreactants=")
  }

  /// The rows' own structures: the first molecule column that isn't of a reaction component.
  var structureColumn: Int? {
    let hasReactions = hasReactions
    return columns.firstIndex {
      $0.kind == .molecule && !(hasReactions && ReactionColumn($0.name) != nil)
    }
  }

  var records: [Record] {
    let parts = hasReactions ? columns.map { ReactionColumn($0.name) } : []
    let structure = structureColumn
    return rows.map { record($0, structure, parts) }
  }

  private func record(
    _ row: Row, _ structure: Int?, _ reactionColumns: [ReactionColumn?]
  ) -> Record {
    var record = Record(.none)
    var problems = FormatErrors()
    let hasReactions = !reactionColumns.isEmpty
    var parts: [ReactionColumn: Field.Value] = [:]
    var own: (molecule: Molecule, field: Int)?
    for (index, column) in columns.enumerated() {
      guard index < row.cells.count, let cell = row.cells[index] else { continue }
      let line = index < row.lines.count ? row.lines[index] : 0
      let part = hasReactions ? reactionColumns[index] : nil
      if part != nil, cell.trimmed.isEmpty { continue }
      let value = value(cell, column, line, &problems)
      if let part {
        parts[part] = value
      } else if index == structure, case .molecule(let molecule) = value {
        own = (molecule, record.fields.count)
      } else if index != structure {
        record.fields.append(Field(column.name, value))
      }
    }
    let reaction = reaction(parts)
    if hasReactions, !reaction.components.isEmpty || own == nil {
      record.structure = .reaction(reaction)
      if let own, let structure {
        record.fields.insert(
          Field(columns[structure].name, .molecule(own.molecule)), at: own.field)
      }
    } else if let own {
      record.structure = .molecule(own.molecule)
    }
    // A structure without a name gets the name from a field.
    let name = Characters.oneLine(record.name)
    switch record.structure {
    case .molecule(var molecule):
      molecule.name = name
      record.structure = .molecule(molecule)
    case .reaction(var reaction):
      reaction.name = name
      record.structure = .reaction(reaction)
    case .none: break
    }
    record.problems = problems.all
    return record
  }

  private func value(
    _ cell: String, _ column: Column, _ line: Int, _ problems: inout FormatErrors
  ) -> Field.Value {
    guard case .text(let kind) = column.kind else {
      var reader = SketchElReader(TextLines(Array(cell.utf8), firstNumber: max(1, line)))
      defer { problems.note(reader.problems.all) }
      do { return .molecule(try reader.read()) } catch {
        problems.note(error)
      }
      return .text(cell, .string)
    }
    if kind != .string, kind != .extend, Field.kind(of: [cell]) != kind,
      !(kind == .real && Double(cell.trimmed) != nil)
    {
      problems.note(
        line: line,
        "“\(cell.prefix(40))” in column “\(column.name)” isn't a valid \(kind.rawValue).",
        advice: "It is kept as it is.")
    }
    return .text(cell, kind)
  }

  private func reaction(_ parts: [ReactionColumn: Field.Value]) -> Reaction {
    var reaction = Reaction()
    for role in Reaction.Role.allCases {
      let numbers = Set(parts.keys.filter { $0.role == role }.map { $0.number }).sorted()
      for number in numbers {
        func text(_ part: ReactionColumn.Part) -> String? {
          guard case .text(let text, _)? = parts[ReactionColumn(role, part, number)] else {
            return nil
          }
          return text
        }
        var component = Reaction.Component(role, Molecule(), name: text(.name) ?? "")
        let structure = parts[ReactionColumn(role, .molecule, number)]
        if case .molecule(let molecule)? = structure { component.molecule = molecule }
        component.stoichiometry = text(.stoichiometry)
        guard !component.molecule.atoms.isEmpty || !component.name.isEmpty else { continue }
        reaction.components.append(component)
      }
    }
    return reaction
  }
}

/// A column for a part of a reaction component, by the Reaction aspect: "ReactantMol1".
struct ReactionColumn: Hashable {
  enum Part: String, CaseIterable {
    case molecule = "Mol"
    case name = "Name"
    case stoichiometry = "Stoich"
  }

  let role: Reaction.Role
  let part: Part
  /// From 1, within the role.
  let number: Int

  init(_ role: Reaction.Role, _ part: Part, _ number: Int) {
    self.role = role
    self.part = part
    self.number = number
  }

  init?(_ name: String) {
    for role in Reaction.Role.allCases {
      for part in Part.allCases {
        let prefix = ReactionColumn.roleName(role) + part.rawValue
        guard name.hasPrefix(prefix),
          let number = Characters.integer(name.dropFirst(prefix.count)), number > 0,
          number < 10_000
        else { continue }
        self.init(role, part, number)
        return
      }
    }
    return nil
  }

  var name: String { ReactionColumn.roleName(role) + part.rawValue + String(number) }

  static func roleName(_ role: Reaction.Role) -> String {
    switch role {
    case .reactant: "Reactant"
    case .product: "Product"
    case .agent: "Reagent"
    }
  }
}
