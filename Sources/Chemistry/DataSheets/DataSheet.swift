/// A table of molecules and data, as an XML DataSheet holds it.
public struct DataSheet: Hashable, Sendable {
  public struct Column: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case molecule
      case text(Field.Kind)
    }

    public var name: String
    public var kind: Kind
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
    public var name: String
    /// "org.mmi.aspect.Reaction"
    public var type: String
    public var text: String

    /// `DataSheet.Extension(name: "Reaction", type: "org.mmi.aspect.Reaction", text: "nreactants=1\n")`
    public init(name: String, type: String, text: String) {
      self.name = name
      self.type = type
      self.text = text
    }
  }

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

  public var title = ""
  public var summary = ""
  public var extensions: [Extension] = []
  public var columns: [Column] = []
  /// Each row has as many cells as there are columns.
  public var rows: [Row] = []

  public init() {}
}
