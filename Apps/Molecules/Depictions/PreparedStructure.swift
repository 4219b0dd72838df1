public import Chemistry
public import Terminals

/// A molecule or reaction, prepared for drawing at any size and from any viewpoint.
///
/// Rings and double bonds are determined once, so redrawing only projects the points.
///
/// ```swift
/// let structure = PreparedStructure(molecule)
/// let picture = Depiction(structure, size: size, from: Viewpoint(roll: 30))
/// ```
public struct PreparedStructure: Hashable, Sendable {
  /// The candidate layouts, of which the one that can be drawn the largest is used.
  let layouts: [Sketch]
  /// Whether the structure can be rotated: true for molecules, false for reactions.
  public let turns: Bool

  /// Prepares a molecule.
  public init(_ molecule: Molecule) {
    layouts = [Sketch(molecule)].filter { !$0.isEmpty }
    turns = true
  }

  /// Prepares a reaction.
  public init(_ reaction: Reaction) {
    layouts = [Sketch(reaction), Sketch(reaction, isStacked: true)].filter { !$0.isEmpty }
    turns = false
  }

  /// Whether there is nothing to draw: no atoms, or several atoms at the same position.
  public var isEmpty: Bool { layouts.isEmpty }

  /// Whether atoms have different depths, so that tilting or turning changes the picture.
  public var isSpatial: Bool { turns && layouts.contains { $0.isSpatial } }

  /// Returns how far the viewpoint can be moved from the center, in bond lengths, in both
  /// directions. At that distance the drawing's edge is in the center.
  ///
  /// Text has a fixed size, so the values depend a little on the size, but not on the zoom.
  public func reach(
    at size: Size, from viewpoint: Viewpoint, in script: Depiction.Script = .braille
  ) -> (across: Double, down: Double) {
    let reach = Projection(self, size: size, from: viewpoint, in: script)?.reach ?? .zero
    return (reach.x, reach.y)
  }
}
