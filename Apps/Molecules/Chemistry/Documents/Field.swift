/// A named value of a record.
public struct Field: Hashable, Sendable {
  /// The type of a text value, stated by a DataSheet column or derived from an SDfile's values.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Any text, a whole number, a decimal number, or `true` or `false`.
    case string, integer, real, boolean
    /// Text in a format of the program that wrote it.
    case extend
  }

  /// A value: a text with its type, or a structure.
  public enum Value: Hashable, Sendable {
    /// The text as it is in the file, with "\n" between lines.
    case text(String, Kind)
    /// A molecule, from a DataSheet column or an RDfile datum.
    case molecule(Molecule)
    /// A reaction, from an RDfile datum.
    case reaction(Reaction)
  }

  /// The name of the field: "Melting point".
  public var name: String
  /// The record's value for the field.
  public var value: Value
  /// The text beside the name in an SDfile's data header: "(MFCD00011) DT12".
  public var annotation = ""

  /// `Field("Melting point", .text("122.4", .real))`
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The value as text: a molecule's formula; a reaction's name, or its formulas if it has no name.
  public var text: String {
    switch value {
    case .text(let text, _): text
    case .molecule(let molecule): molecule.formula.hill
    case .reaction(let reaction): reaction.name.isEmpty ? reaction.formulaText : reaction.name
    }
  }

  /// The value as an SDfile or a DataSheet has it: a molecule in SketchEl format.
  var fileText: String {
    if case .molecule(let molecule) = value { SketchElWriter().text(of: molecule) } else { text }
  }

  /// Derives the kind that fits all texts, ignoring blank ones; `string` if all are blank.
  public static func kind(of texts: some Sequence<String>) -> Kind {
    var isInteger = true
    var isReal = true
    var isBoolean = true
    var isEmpty = true
    for text in texts {
      let trimmed = text.trimmed
      guard !trimmed.isEmpty else { continue }
      isEmpty = false
      if isInteger, Int32(trimmed) == nil { isInteger = false }
      if isReal, Double(trimmed)?.isFinite != true { isReal = false }
      if isBoolean, trimmed != "true", trimmed != "false" { isBoolean = false }
      if !isInteger, !isReal, !isBoolean { return .string }
    }
    return isEmpty
      ? .string : isInteger ? .integer : isReal ? .real : isBoolean ? .boolean : .string
  }
}

extension String {
  /// The text without whitespace at its ends.
  package var trimmed: String { self[...].trimmed }
}

extension Substring {
  var trimmed: String {
    var part = self
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
