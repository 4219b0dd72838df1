/// The structure that a label such as "Boc" stands for.
///
/// Atoms with the symbol `*` are the attachment points, in the order of the label's bonds in the
/// outer molecule.
public indirect enum Abbreviation: Hashable, Sendable {
  /// The structure itself.
  case molecule(Molecule)

  /// The structure, with `*` at the attachment points.
  public var molecule: Molecule {
    switch self {
    case .molecule(let molecule): molecule
    }
  }

  /// The maximum nesting depth of abbreviations.
  static let depthLimit = 16
  /// The maximum number of bonds that one bond between two labels can expand to.
  static let jointLimit = 10_000
}
