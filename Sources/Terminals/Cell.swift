/// A cell of a frame: the grapheme cluster that it shows, and its style.
///
/// A cluster that is two cells wide is stored in the left cell. The right cell is a continuation,
/// which shows nothing itself. The text comes from a `Canvas`, which sanitizes it with `SafeText`,
/// so a cell never contains a control character.
public struct Cell: Hashable, Sendable {
  @usableFromInline let glyph: Glyph
  @usableFromInline let cluster: Character?

  init(_ glyph: Glyph, cluster: Character? = nil) {
    self.glyph = glyph
    self.cluster = cluster
  }

  /// A blank cell in the style of ordinary text, as in a frame on which nothing is drawn.
  public static let blank = Cell(.blank(.text))

  /// The grapheme cluster that the cell shows. A blank if the cell is the right half of a cluster
  /// two cells wide.
  @inlinable public var character: Character { cluster ?? Character(glyph.scalar) }

  /// The Unicode scalar that the cell shows, or `nil` if its grapheme cluster has several. Reading
  /// it is faster than `character`.
  @inlinable public var scalar: Unicode.Scalar? { cluster == nil ? glyph.scalar : nil }

  /// The style of the cell.
  @inlinable public var style: Style { glyph.style }

  /// The width of the cell's grapheme cluster in cells, 1 or 2. For the right cell of a cluster two
  /// cells wide, 0.
  @inlinable public var width: UInt8 { UInt8(glyph.width) }

  /// Whether this is the right cell of a grapheme cluster that is two cells wide.
  @inlinable public var isContinuation: Bool { glyph.isContinuation }
}

/// The compact storage of a cell: four trivially copied bytes, which make redrawing after a key
/// press cheap. A cluster of several scalars doesn't fit: the frame stores it separately, by cell
/// index.
@usableFromInline struct Glyph: Hashable, Sendable {
  /// From the lowest bit: 21 bits of scalar, 2 of width, 1 of `isCluster`, 4 of role, and 1 each of
  /// `isSelected` and `isField`.
  @usableFromInline let bits: UInt32

  init(_ scalar: Unicode.Scalar, width: Int, style: Style) {
    bits = scalar.value | UInt32(width) << 21 | style.bits
  }

  init(clusterOfWidth width: Int, style: Style) {
    bits = 1 << 23 | UInt32(width) << 21 | style.bits
  }

  init(ascii byte: UInt8, styleBits: UInt32) {
    bits = UInt32(byte) | 1 << 21 | styleBits
  }

  static func blank(_ style: Style) -> Glyph { Glyph(" ", width: 1, style: style) }

  static func continuation(_ style: Style) -> Glyph { Glyph(" ", width: 0, style: style) }

  @inlinable var scalar: Unicode.Scalar { Unicode.Scalar(bits & 0x1F_FFFF) ?? " " }
  @inlinable var width: Int { Int(bits >> 21 & 3) }
  @inlinable var isContinuation: Bool { width == 0 }
  @inlinable var isCluster: Bool { bits & 1 << 23 != 0 }
  @inlinable var style: Style { Style(bits: bits) }
}

extension Style {
  var bits: UInt32 {
    UInt32(role.rawValue) << 24 | (isSelected ? 1 << 28 : 0) | (isField ? 1 << 29 : 0)
  }

  @inlinable init(bits: UInt32) {
    self.init(
      Role(rawValue: UInt8(bits >> 24 & 0xF)) ?? .text,
      isSelected: bits & 1 << 28 != 0, isField: bits & 1 << 29 != 0)
  }
}
