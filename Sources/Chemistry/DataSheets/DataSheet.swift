/// A table of molecules and data, as an XML DataSheet holds it.
public struct DataSheet: Hashable, Sendable {
  /// A column: its name, the kind of its cells, and a description.
  public struct Column: Hashable, Sendable {
    /// The kind of a column's cells.
    public enum Kind: Hashable, Sendable {
      /// Molecules, as texts of SketchEl.
      case molecule
      /// Values that are written as texts: numbers and truth values too.
      case text(Field.Kind)
    }

    /// The column's name, as its heading says it.
    public var name: String
    /// The kind of all of the column's cells.
    public var kind: Kind
    /// The author's description of the column; empty without one.
    public var summary: String

    /// `DataSheet.Column("Melting point", .text(.real), summary: "in °C")`
    public init(_ name: String, _ kind: Kind, summary: String = "") {
      self.name = name
      self.kind = kind
      self.summary = summary
    }
  }

  /// A part that only some programs understand; all are kept as they are.
  public struct Extension: Hashable, Sendable {
    /// The name of the part: "Reaction".
    public var name: String
    /// "org.mmi.aspect.Reaction"
    public var type: String
    /// The content of the part, as the file has it.
    public var text: String

    /// `DataSheet.Extension(name: "Reaction", type: "org.mmi.aspect.Reaction", text: "nreactants=1\n")`
    public init(name: String, type: String, text: String) {
      self.name = name
      self.type = type
      self.text = text
    }
  }

  /// A row: one cell per column.
  public struct Row: Hashable, Sendable {
    /// A text per column, nil for a cell without a value. Molecules are texts of SketchEl.
    public var cells: [String?]
    /// The line of the file that each cell's text begins in; 0 where the row isn't from a file.
    public var lines: [Int]

    /// `DataSheet.Row(["benzene", nil])`
    public init(_ cells: [String?], lines: [Int] = []) {
      self.cells = cells
      self.lines = lines
    }
  }

  /// The title of the whole sheet; empty without one.
  public var title = ""
  /// The author's description of the whole sheet; empty without one.
  public var summary = ""
  /// The parts for some programs, in the file's order.
  public var extensions: [Extension] = []
  /// The columns, from the left.
  public var columns: [Column] = []
  /// Each row has as many cells as there are columns.
  public var rows: [Row] = []

  /// `DataSheet()`: a sheet without columns and rows.
  public init() {}
}
