/// One entry of a file: a structure with its fields, and what was wrong with it.
public struct Record: Hashable, Sendable {
  public enum Structure: Hashable, Sendable {
    case molecule(Molecule)
    case reaction(Reaction)
    /// The structure is missing or can't be read.
    case none
  }

  public var structure: Structure
  public var fields: [Field]
  /// An RDfile's registry number, with its keyword: "$RIREG 12".
  public var registry = ""
  public var problems: [Problem] = []

  /// `Record(.molecule(benzene), fields: [Field("CAS", .text("71-43-2", .string))])`
  public init(_ structure: Structure, fields: [Field] = []) {
    self.structure = structure
    self.fields = fields
  }

  public var molecule: Molecule? {
    if case .molecule(let molecule) = structure { molecule } else { nil }
  }

  public var reaction: Reaction? {
    if case .reaction(let reaction) = structure { reaction } else { nil }
  }

  /// The structure's own name, or the text of a field called Name or Title; empty where there is neither.
  public var name: String {
    let own =
      switch structure {
      case .molecule(let molecule): molecule.name
      case .reaction(let reaction): reaction.name
      case .none: ""
      }
    if !own.trimmed.isEmpty { return own.trimmed }
    let field = fields.first { ["name", "title"].contains($0.name.lowercased()) }
    return field?.text.trimmed ?? ""
  }

  /// The first field with a name.
  public subscript(_ name: String) -> Field? { fields.first { $0.name == name } }
}
