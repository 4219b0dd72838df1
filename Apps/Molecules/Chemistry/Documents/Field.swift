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
  /// The text beside the field's name in an SDfile's data header: "(MFCD00011) DT12".
  var annotation = ""

  /// Creates a field with a name and a value: `Field("Melting point", .text("122.4", .real))`.
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

  /// The most specific type that fits all texts but blank ones. Whole numbers fit `integer` only if
  /// they have at most 32 bits.
  static func kind(of texts: some Collection<String>) -> Kind {
    let words = texts.lazy.map(\.trimmed).filter { !$0.isEmpty }
    if words.isEmpty { return .string }
    if words.allSatisfy({ Int32($0) != nil }) { return .integer }
    if words.allSatisfy({ Double($0)?.isFinite == true }) { return .real }
    return words.allSatisfy { $0 == "true" || $0 == "false" } ? .boolean : .string
  }
}
