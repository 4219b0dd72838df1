/// One cell of a picture: a grapheme cluster that is safe to show, and its style.
///
/// A cluster two cells wide stands in its left cell; the right one is a `continuation`, which shows nothing itself.
/// Cells are made by `Canvas` alone, from text that went through `SafeText`, so no cell ever holds a control character.
public struct Cell: Hashable, Sendable {
  @usableFromInline let glyph: Glyph
  @usableFromInline let cluster: Character?

  init(_ glyph: Glyph, cluster: Character? = nil) {
    self.glyph = glyph
    self.cluster = cluster
  }

  /// A blank in the style of ordinary text.
  public static let blank = Cell(.blank(.text))

  /// The cluster that the cell shows; a blank for a continuation.
  @inlinable public var character: Character { cluster ?? Character(glyph.scalar) }

  /// The cluster's scalar, if it has only one, as nearly all have; quicker to ask for than `character`.
  @inlinable public var scalar: Unicode.Scalar? { cluster == nil ? glyph.scalar : nil }

  /// The style of the cell.
  @inlinable public var style: Style { glyph.style }

  /// The width in cells: 1 or 2, and 0 for a continuation.
  @inlinable public var width: UInt8 { UInt8(glyph.width) }

  /// True for the right cell of a cluster two cells wide.
  @inlinable public var isContinuation: Bool { glyph.isContinuation }
}
