import Core

/// A named value in a record: the data of an SDfile, RDfile or DataSheet.
public struct Field: Hashable, Sendable {
  /// The type of a text value. In a DataSheet it is the type of the column; values from SDfiles and
  /// RDfiles are read as `string`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text is arbitrary (`string`), a whole number (`integer`), a decimal number (`real`), or
    /// "true" or "false" (`boolean`).
    case string, integer, real, boolean
    /// The text is in a format that only the program that wrote it can interpret.
    case extend
  }

  /// The value of a field: a text with its type, a molecule, or a reaction.
  public enum Value: Hashable, Sendable {
    /// A text and its type. Lines of the text are separated by "\n".
    case text(String, Kind)
    /// A molecule, from a DataSheet's column or an RDfile's data.
    case molecule(Molecule)
    /// A reaction, from an RDfile's data.
    case reaction(Reaction)
  }

  /// The name of the field: "Melting point".
  public var name: String
  /// The value that the record has for this field.
  public var value: Value
  /// The text beside the field's name in an SDfile's data header: "(MFCD00011) DT12". Empty if
  /// there is none.
  public var annotation = ""

  /// Creates a field with a name and a value.
  ///
  /// `Field("Melting point", .text("122.4", .real))`
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The value as text. A molecule is represented by its formula. A reaction is represented by its
  /// name or, if it has none, by the formulas of its reactants and products.
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

  /// Returns the most specific type that fits all texts. Blank texts are ignored; if all are blank,
  /// the result is `string`. Whole numbers fit `integer` only if they have at most 32 bits.
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
