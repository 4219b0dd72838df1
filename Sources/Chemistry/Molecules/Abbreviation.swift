/// The structure that a label such as "Boc" stands for.
///
/// Atoms with the symbol `*` are where the label's own bonds go, in the order of those bonds in the outer molecule.
public indirect enum Abbreviation: Hashable, Sendable {
  /// The structure itself.
  case molecule(Molecule)

  /// The structure, with `*` where the label's bonds go.
  public var molecule: Molecule {
    switch self {
    case .molecule(let molecule): molecule
    }
  }

  /// The depth to which abbreviations may be nested.
  static let depthLimit = 16
  /// The bonds that may come of one between two labels, each of whose ends has several.
  static let jointLimit = 10_000
}
