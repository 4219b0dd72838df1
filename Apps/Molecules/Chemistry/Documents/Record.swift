import Core

/// An entry of a chemical file: a structure, its fields, and the errors found while reading it.
public struct Record: Hashable, Sendable {
  /// The structure of a record: a molecule, a reaction, or none.
  public enum Structure: Hashable, Sendable {
    /// A molecule, from any format except RXN.
    case molecule(Molecule)
    /// A reaction, from an RXN file, an RDfile, a DataSheet or a drawing.
    case reaction(Reaction)
    /// The record has no structure, or its structure can't be read.
    case none
  }

  /// The molecule or reaction of the record.
  public var structure: Structure { didSet { unread = nil } }
  /// The named values of the record, in file order.
  public var fields: [Field] { didSet { unread = nil } }
  /// The registry number of an RDfile's entry, with its keyword: "$RIREG 12".
  public var registry = ""
  /// The errors and warnings found while the record was read, with their locations.
  public var problems: [FormatError] = []
  /// The original bytes of an unreadable SDfile entry, until structure or fields are changed.
  public var unread: Unread?

  /// Creates a record with a structure, by default without fields:
  /// `Record(.molecule(benzene), fields: [Field("CAS", .text("71-43-2", .string))])`.
  public init(_ structure: Structure, fields: [Field] = []) {
    self.structure = structure
    self.fields = fields
  }

  /// The molecule; `nil` if the structure is a reaction or is missing.
  public var molecule: Molecule? {
    if case .molecule(let molecule) = structure { molecule } else { nil }
  }

  /// The reaction; `nil` if the structure is a molecule or is missing.
  public var reaction: Reaction? {
    if case .reaction(let reaction) = structure { reaction } else { nil }
  }

  /// The name of the structure. An SDfile entry has it even if its structure can't be read.
  ///
  /// If the structure has no name, this is the text of the first field called "Name" or "Title", in
  /// upper or lower case; if there is no such field, it is empty.
  public var name: String {
    if !ownName.trimmed.isEmpty { return ownName.trimmed }
    let field = fields.first { ["name", "title"].contains($0.name.lowercased()) }
    return field?.text.trimmed ?? ""
  }

  /// The name of the structure itself, apart from fields.
  var ownName: String { molecule?.name ?? reaction?.name ?? unread?.name ?? "" }

  /// Returns the first field with a name, matched case-sensitively; `nil` if there is none.
  public subscript(_ name: String) -> Field? { fields.first { $0.name == name } }
}

extension Record {
  /// The original bytes of an SDfile entry whose structure can't be read. `SDfileWriter` writes
  /// them again unchanged.
  public struct Unread: Hashable, Sendable {
    /// The bytes of the whole entry, including its fields and, if present, the line `$$$$`.
    let bytes: [UInt8]
    /// The name in the first line of the entry; empty if that line isn't a name.
    let name: String
  }
}
