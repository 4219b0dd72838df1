/// The purpose of a piece of text. A terminal's theme decides how each role looks; screens name nothing else.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text, in the terminal's own colours.
  case text
  /// Text that one can do without: labels, ids, help.
  case secondary
  /// The text that one came for: names, headings.
  case title
  /// The one accent: matches, focus.
  case accent
  /// The state of a thing, next to the word for it: good, busy, neither, bad, or unknown.
  case good
  case busy
  case neutral
  case bad
  case unknown
  /// A warning that a person should read.
  case warning
  /// The thing to see before anything else: that the data shown aren't what the server has now.
  case alert
}

/// The look of a cell: its role, and whether it is selected or part of a place to type.
///
/// Colour never carries meaning alone, so two styles that differ only in role say nothing that the text doesn't.
public struct Style: Hashable, Sendable {
  /// The role.
  public var role: Role
  /// True if the cell is in reverse video: the selection, and nothing else.
  public var isSelected: Bool
  /// True if the cell is underlined: a place to type.
  public var isField: Bool

  /// Creates a style.
  public init(_ role: Role = .text, isSelected: Bool = false, isField: Bool = false) {
    self.role = role
    self.isSelected = isSelected
    self.isField = isField
  }

  /// The style of the role of the same name, neither selected nor a place to type, as are those that follow.
  public static let text = Style(.text)
  public static let secondary = Style(.secondary)
  public static let title = Style(.title)
  public static let accent = Style(.accent)
  public static let good = Style(.good)
  public static let busy = Style(.busy)
  public static let neutral = Style(.neutral)
  public static let bad = Style(.bad)
  public static let unknown = Style(.unknown)
  public static let warning = Style(.warning)
  public static let alert = Style(.alert)

  /// The same style in reverse video.
  public var selected: Style { selected(true) }

  /// The same style, in reverse video or not.
  public func selected(_ isSelected: Bool) -> Style {
    Style(role, isSelected: isSelected, isField: isField)
  }
}
