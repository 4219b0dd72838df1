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
  /// The state of a thing that is as it should be, drawn next to the word for it.
  case good
  /// The state of a thing that is at work or in between.
  case busy
  /// The state of a thing that is neither good nor bad: stopped, switched off.
  case neutral
  /// The state of a thing that has failed or is lost.
  case bad
  /// The state of a thing that nobody knows.
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
  ///
  ///     Style(.secondary, isSelected: true)
  public init(_ role: Role = .text, isSelected: Bool = false, isField: Bool = false) {
    self.role = role
    self.isSelected = isSelected
    self.isField = isField
  }

  /// The style of the role `text`, neither selected nor a place to type.
  public static let text = Style(.text)
  /// The style of the role `secondary`, neither selected nor a place to type.
  public static let secondary = Style(.secondary)
  /// The style of the role `title`, neither selected nor a place to type.
  public static let title = Style(.title)
  /// The style of the role `accent`, neither selected nor a place to type.
  public static let accent = Style(.accent)
  /// The style of the role `good`, neither selected nor a place to type.
  public static let good = Style(.good)
  /// The style of the role `busy`, neither selected nor a place to type.
  public static let busy = Style(.busy)
  /// The style of the role `neutral`, neither selected nor a place to type.
  public static let neutral = Style(.neutral)
  /// The style of the role `bad`, neither selected nor a place to type.
  public static let bad = Style(.bad)
  /// The style of the role `unknown`, neither selected nor a place to type.
  public static let unknown = Style(.unknown)
  /// The style of the role `warning`, neither selected nor a place to type.
  public static let warning = Style(.warning)
  /// The style of the role `alert`, neither selected nor a place to type.
  public static let alert = Style(.alert)

  /// The same style in reverse video.
  public var selected: Style { selected(true) }

  /// The same style, in reverse video or not.
  public func selected(_ isSelected: Bool) -> Style {
    Style(role, isSelected: isSelected, isField: isField)
  }
}
