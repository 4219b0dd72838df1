public import Chemistry
public import Terminals

/// A molecule or reaction, prepared for drawing it repeatedly, at any size and from any viewpoint:
/// the rings and the positions of double bonds are determined once.
///
/// ```swift
/// let structure = PreparedStructure(molecule)
/// let picture = Depiction(structure, size: size, from: Viewpoint(roll: 30))
/// ```
public struct PreparedStructure: Hashable, Sendable {
  /// The candidate layouts, of which the one that can be drawn the largest is used.
  let layouts: [Sketch]
  /// Whether the structure can be rotated. True for a molecule, false for a reaction.
  public let turns: Bool

  /// Prepares a molecule for drawing.
  public init(_ molecule: Molecule) {
    layouts = [Sketch(molecule)].filter { !$0.isEmpty }
    turns = true
  }

  /// Prepares a reaction for drawing.
  public init(_ reaction: Reaction) {
    layouts = [Sketch(reaction), Sketch(reaction, isStacked: true)].filter { !$0.isEmpty }
    turns = false
  }

  /// Whether nothing can be drawn. True for a molecule without atoms, or with several atoms that
  /// are all at the same position, and for a reaction without components. A component that can't be
  /// drawn is shown by its name or formula.
  public var isEmpty: Bool { layouts.isEmpty }

  /// Whether the structure is a molecule with a z coordinate that isn't 0; false for a reaction.
  public var isSpatial: Bool { turns && layouts.contains { $0.isSpatial } }

  /// Returns the distances in bond lengths by which a viewpoint can usefully be moved from the
  /// center. At `across` or `down`, in either direction, the edge of the drawing is in the center.
  ///
  /// Of the viewpoint, only the rotation matters. Text has a fixed size, so the distances depend
  /// slightly on the size of the drawing, in cells.
  public func reach(
    at size: Size, from viewpoint: Viewpoint, in script: Depiction.Script = .braille
  ) -> (across: Double, down: Double) {
    let reach = Projection(self, size: size, from: viewpoint, in: script)?.reach ?? .zero
    return (reach.x, reach.y)
  }
}
