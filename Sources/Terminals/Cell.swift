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

  public static let blank = Cell(.blank(.text))

  /// What the cell shows; a blank, if it is a continuation.
  @inlinable public var character: Character { cluster ?? Character(glyph.scalar) }

  /// The same, if it is of one scalar; nearly all are, and this is the quicker way to ask.
  @inlinable public var scalar: Unicode.Scalar? { cluster == nil ? glyph.scalar : nil }

  @inlinable public var style: Style { glyph.style }

  /// In cells: 1 or 2, and 0 for a continuation.
  @inlinable public var width: UInt8 { UInt8(glyph.width) }

  @inlinable public var isContinuation: Bool { glyph.isContinuation }
}
