/// One cell of a frame: a grapheme cluster that is safe to show, and its style.
///
/// A cluster two cells wide is in its left cell; the right cell is a `continuation`, which shows
/// nothing itself. Only `Canvas` creates cells, from text sanitized by `SafeText`, so a cell never
/// contains a control character.
public struct Cell: Hashable, Sendable {
  @usableFromInline let glyph: Glyph
  @usableFromInline let cluster: Character?

  init(_ glyph: Glyph, cluster: Character? = nil) {
    self.glyph = glyph
    self.cluster = cluster
  }

  /// A blank cell in the style of ordinary text.
  public static let blank = Cell(.blank(.text))

  /// The cluster that the cell shows, or a blank for a continuation.
  @inlinable public var character: Character { cluster ?? Character(glyph.scalar) }

  /// The cluster's scalar, or `nil` if it has several. Faster than `character`.
  @inlinable public var scalar: Unicode.Scalar? { cluster == nil ? glyph.scalar : nil }

  /// The style of the cell.
  @inlinable public var style: Style { glyph.style }

  /// The width in cells: 1 or 2, or 0 for a continuation.
  @inlinable public var width: UInt8 { UInt8(glyph.width) }

  /// Whether this is the right cell of a cluster two cells wide.
  @inlinable public var isContinuation: Bool { glyph.isContinuation }
}
