/// One entry of a file: a structure with its fields, and what was wrong with it.
public struct Record: Hashable, Sendable {
  /// The structure of an entry: a molecule, a reaction, or none.
  public enum Structure: Hashable, Sendable {
    /// A molecule, of an SDfile or any other format but RXN.
    case molecule(Molecule)
    /// A reaction, of an RXN file, an RDfile, a DataSheet or a drawing.
    case reaction(Reaction)
    /// The structure is missing or can't be read.
    case none
  }

  /// The molecule or reaction that the entry is about.
  public var structure: Structure { didSet { unread = nil } }
  /// The named values beside the structure, in the file's order.
  public var fields: [Field] { didSet { unread = nil } }
  /// An RDfile's registry number, with its keyword: "$RIREG 12".
  public var registry = ""
  /// The parts of the entry that couldn't be read, with their places.
  public var problems: [FormatError] = []
  /// The entry as its SDfile has it, where the structure can't be read; nil otherwise, and once structure or fields are changed.
  public var unread: Unread?

  /// `Record(.molecule(benzene), fields: [Field("CAS", .text("71-43-2", .string))])`
  public init(_ structure: Structure, fields: [Field] = []) {
    self.structure = structure
    self.fields = fields
  }

  /// The molecule; nil for a reaction and without a structure.
  public var molecule: Molecule? {
    if case .molecule(let molecule) = structure { molecule } else { nil }
  }

  /// The reaction; nil for a molecule and without a structure.
  public var reaction: Reaction? {
    if case .reaction(let reaction) = structure { reaction } else { nil }
  }

  /// The structure's own name, also of one that can't be read, or the text of a field called Name or Title; empty where there is neither.
  public var name: String {
    let own =
      switch structure {
      case .molecule(let molecule): molecule.name
      case .reaction(let reaction): reaction.name
      case .none: unread?.name ?? ""
      }
    if !own.trimmed.isEmpty { return own.trimmed }
    let field = fields.first { ["name", "title"].contains($0.name.lowercased()) }
    return field?.text.trimmed ?? ""
  }

  /// The first field with a name.
  public subscript(_ name: String) -> Field? { fields.first { $0.name == name } }
}
