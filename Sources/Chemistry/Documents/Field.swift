/// A named value that a file gives one of its records.
public struct Field: Hashable, Sendable {
  /// The type of a text: that of a DataSheet's column, or guessed from all values of an SDfile.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A text of any form, a whole number, a decimal number, or the words `true` and `false`.
    case string, integer, real, boolean
    /// A text that only the program understands that wrote it.
    case extend
  }

  /// A value: a text with its type, or a structure.
  public enum Value: Hashable, Sendable {
    /// As the file has it; lines are separated by "\n".
    case text(String, Kind)
    /// A molecule, in a column of a DataSheet or a datum of an RDfile.
    case molecule(Molecule)
    /// A reaction, in a datum of an RDfile.
    case reaction(Reaction)
  }

  /// The name of the field: "Melting point".
  public var name: String
  /// The value that the record has for the field.
  public var value: Value
  /// The text beside the name in an SDfile's head: "(MFCD00011) DT12".
  public var annotation = ""

  /// `Field("Melting point", .text("122.4", .real))`
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The value as a text: of a molecule its formula, of a reaction its name, or the formulas where it has none.
  public var text: String {
    switch value {
    case .text(let text, _): text
    case .molecule(let molecule): molecule.formula.hill
    case .reaction(let reaction): reaction.name.isEmpty ? reaction.formulaText : reaction.name
    }
  }

  /// The kind that fits all of the texts; a text of spaces fits each.
  public static func kind(of texts: some Sequence<String>) -> Kind {
    var isInteger = true
    var isReal = true
    var isBoolean = true
    var isEmpty = true
    for text in texts {
      let word = text.trimmed
      guard !word.isEmpty else { continue }
      isEmpty = false
      if isInteger, Int32(word) == nil { isInteger = false }
      if isReal, Double(word)?.isFinite != true { isReal = false }
      if isBoolean, word != "true", word != "false" { isBoolean = false }
      if !isInteger, !isReal, !isBoolean { return .string }
    }
    return isEmpty
      ? .string : isInteger ? .integer : isReal ? .real : isBoolean ? .boolean : .string
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    var part = self[...]
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
