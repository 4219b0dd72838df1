import Core

/// A table of molecules and data: the content of an XML DataSheet file.
public struct DataSheet: Hashable, Sendable {
  /// A column of a DataSheet: its name, the kind of its cells, and a description.
  public struct Column: Hashable, Sendable {
    /// The kind of values that the cells of a column hold.
    public enum Kind: Hashable, Sendable {
      /// The cells hold molecules in SketchEl format.
      case molecule
      /// The cells hold text, which may also represent numbers or booleans: see the associated
      /// `Field.Kind`.
      case text(Field.Kind)
    }

    /// The column's name, shown as its heading.
    public var name: String
    /// The kind of the column's cells.
    public var kind: Kind
    /// The author's description of the column; empty if there is none.
    public var summary: String

    /// Creates a column with a name, a kind of cells, and by default no description.
    ///
    /// `DataSheet.Column("Melting point", .text(.real), summary: "in °C")`
    public init(_ name: String, _ kind: Kind, summary: String = "") {
      self.name = name
      self.kind = kind
      self.summary = summary
    }
  }

  /// Data that another program stored in a DataSheet. They are written again unchanged.
  public struct Extension: Hashable, Sendable {
    /// The name of the extension: "Reaction".
    public var name: String
    /// The type of the extension: "org.mmi.aspect.Reaction".
    public var type: String
    /// The content of the extension, unchanged from the file.
    public var text: String

    /// Creates an extension, the data that another program stores in a DataSheet.
    ///
    /// `DataSheet.Extension(name: "Reaction", type: "org.mmi.aspect.Reaction",
    /// text: "nreactants=1\n")`
    public init(name: String, type: String, text: String) {
      self.name = name
      self.type = type
      self.text = text
    }
  }

  /// A row of a DataSheet, with one cell for each column.
  public struct Row: Hashable, Sendable {
    /// The text of each cell, in the order of the columns; `nil` for an empty cell. A molecule's
    /// text is in SketchEl format.
    public var cells: [String?]
    /// The number of the line in the file at which each cell's text begins; for a missing cell, the
    /// line of the row. The array is empty if the row wasn't read from a file.
    public var lines: [Int]

    /// Creates a row from the texts of its cells, in the order of the columns.
    ///
    /// `DataSheet.Row(["benzene", nil])`
    public init(_ cells: [String?], lines: [Int] = []) {
      self.cells = cells
      self.lines = lines
    }
  }

  /// The sheet's title; empty if there is none.
  public var title = ""
  /// The author's description of the sheet; empty if there is none.
  public var summary = ""
  /// The data of other programs in the sheet, in file order.
  public var extensions: [Extension] = []
  /// The columns of the sheet, from left to right.
  public var columns: [Column] = []
  /// The rows of the sheet. Each row has as many cells as there are columns.
  public var rows: [Row] = []

  /// Creates a sheet without columns and rows.
  ///
  /// `DataSheet()`
  public init() {}
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
    record.nameStructure()
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

extension Record {
  /// Gives a structure without a name the name from a field.
  fileprivate mutating func nameStructure() {
    let name = Characters.oneLine(self.name)
    switch structure {
    case .molecule(var molecule):
      molecule.name = name
      structure = .molecule(molecule)
    case .reaction(var reaction):
      reaction.name = name
      structure = .reaction(reaction)
    case .none: break
    }
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
    for role in Reaction.Role.allCases where name.hasPrefix(ReactionColumn.roleName(role)) {
      let rest = name.dropFirst(ReactionColumn.roleName(role).count)
      for part in Part.allCases where rest.hasPrefix(part.rawValue) {
        guard let number = Characters.integer(rest.dropFirst(part.rawValue.count)), number > 0,
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
