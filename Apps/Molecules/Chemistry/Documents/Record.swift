/// An entry of a file: a structure, its fields, and the problems found while reading it.
public struct Record: Hashable, Sendable {
  /// The structure of an entry: a molecule, a reaction, or none.
  public enum Structure: Hashable, Sendable {
    /// A molecule, from any format except RXN.
    case molecule(Molecule)
    /// A reaction, from an RXN file, an RDfile, a DataSheet or a drawing.
    case reaction(Reaction)
    /// The structure is missing or can't be read.
    case none
  }

  /// The entry's molecule or reaction.
  public var structure: Structure { didSet { unread = nil } }
  /// The named values, in file order.
  public var fields: [Field] { didSet { unread = nil } }
  /// An RDfile's registry number, with its keyword: "$RIREG 12".
  public var registry = ""
  /// The problems of parts that couldn't be read, with their locations.
  public var problems: [FormatError] = []
  /// The original bytes of an SDfile entry whose structure can't be read; otherwise `nil`. Changing
  /// the structure or the fields resets it to `nil`.
  public var unread: Unread?

  /// `Record(.molecule(benzene), fields: [Field("CAS", .text("71-43-2", .string))])`
  public init(_ structure: Structure, fields: [Field] = []) {
    self.structure = structure
    self.fields = fields
  }

  /// The molecule; `nil` for a reaction, or without a structure.
  public var molecule: Molecule? {
    if case .molecule(let molecule) = structure { molecule } else { nil }
  }

  /// The reaction; `nil` for a molecule, or without a structure.
  public var reaction: Reaction? {
    if case .reaction(let reaction) = structure { reaction } else { nil }
  }

  /// The structure's name, even if the structure can't be read; otherwise the text of a field
  /// called Name or Title; otherwise empty.
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

  /// The first field with this name.
  public subscript(_ name: String) -> Field? { fields.first { $0.name == name } }
}

extension Record {
  /// The original bytes of an SDfile entry whose structure can't be read, to write it again.
  public struct Unread: Hashable, Sendable {
    /// The bytes of the whole entry, including its fields and, if present, the line `$$$$`.
    public let bytes: [UInt8]
    /// The name in the first line; empty if that line isn't a name.
    public let name: String
  }
}
