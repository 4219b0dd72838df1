/// One cell of a picture: a grapheme cluster that is safe to show, and its style.
///
/// A cluster two cells wide stands in its left cell; the right one is a `continuation`, which shows nothing itself.
/// Cells are made by `Canvas` alone, from text that went through `SafeText`, so no cell ever holds a control character.
public struct Cell: Hashable, Sendable {
  public let character: Character
  public let style: Style
  /// In cells: 1 or 2, and 0 for a continuation.
  public let width: UInt8

  init(_ character: Character, width: UInt8, style: Style) {
    self.character = character
    self.width = width
    self.style = style
  }

  public static let blank = Cell(" ", width: 1, style: .text)

  static func continuation(_ style: Style) -> Cell { Cell(" ", width: 0, style: style) }

  public var isContinuation: Bool { width == 0 }
}
