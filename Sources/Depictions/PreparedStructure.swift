public import Chemistry
public import Terminals

/// A molecule or reaction made ready to be drawn at any size and from any viewpoint.
///
/// Rings are looked for and double bonds set only here, so that a drawing that is turned costs no more than its points.
///
/// ```swift
/// let structure = PreparedStructure(molecule)
/// let picture = Depiction(structure, size: size, from: Viewpoint(roll: 30))
/// ```
public struct PreparedStructure: Hashable, Sendable {
  /// The ways to lay it out; the one that can be drawn the largest is taken.
  let layouts: [Sketch]
  /// True if it can be turned in its plane, as a molecule can; a reaction can't.
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

  /// True if there is nothing to draw: no atoms, or several that all have the same place.
  public var isEmpty: Bool { layouts.isEmpty }

  /// True if an atom lies before or behind the others, so that turning about an axis shows something else.
  public var isSpatial: Bool { turns && layouts.contains { $0.isSpatial } }

  /// The bond lengths that the eye can be moved from the middle of a drawing, in both directions; there its edge stands in the middle.
  ///
  /// Letters don't grow with a drawing, so the reach is a little different at another size. It doesn't depend on the enlargement.
  public func reach(
    at size: Size, from viewpoint: Viewpoint, in script: Depiction.Script = .braille
  ) -> (across: Double, down: Double) {
    let reach = Projection(self, size: size, from: viewpoint, in: script)?.reach ?? .zero
    return (reach.x, reach.y)
  }
}
