/// A table of molecules and data, the content of an XML DataSheet.
public struct DataSheet: Hashable, Sendable {
  /// A column: its name, the kind of its cells, and a description.
  public struct Column: Hashable, Sendable {
    /// The kind of a column's cells.
    public enum Kind: Hashable, Sendable {
      /// Molecules in SketchEl format.
      case molecule
      /// Values written as text, including numbers and booleans.
      case text(Field.Kind)
    }

    /// The column's name, shown as its heading.
    public var name: String
    /// The kind of the column's cells.
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

  /// Data for other programs, preserved as they are.
  public struct Extension: Hashable, Sendable {
    /// The name of the extension: "Reaction".
    public var name: String
    /// The type of the extension: "org.mmi.aspect.Reaction".
    public var type: String
    /// The content of the extension, as it is in the file.
    public var text: String

    /// `DataSheet.Extension(name: "Reaction", type: "org.mmi.aspect.Reaction",
    /// text: "nreactants=1\n")`
    public init(name: String, type: String, text: String) {
      self.name = name
      self.type = type
      self.text = text
    }
  }

  /// A row, with one cell for each column.
  public struct Row: Hashable, Sendable {
    /// The text of each cell by column; `nil` without a value. Molecules are in SketchEl format.
    public var cells: [String?]
    /// The line in the file where each cell's text begins; empty for a row that isn't from a file.
    public var lines: [Int]

    /// `DataSheet.Row(["benzene", nil])`
    public init(_ cells: [String?], lines: [Int] = []) {
      self.cells = cells
      self.lines = lines
    }
  }

  /// The sheet's title; empty without one.
  public var title = ""
  /// The author's description of the sheet; empty without one.
  public var summary = ""
  /// The extensions, in file order.
  public var extensions: [Extension] = []
  /// The columns, from left to right.
  public var columns: [Column] = []
  /// The rows. Each has as many cells as there are columns.
  public var rows: [Row] = []

  /// `DataSheet()`: a sheet without columns and rows.
  public init() {}
}
