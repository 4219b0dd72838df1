/// The meaning of a piece of text. The terminal's theme chooses the look of each role.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text, in the terminal's default colours.
  case text
  /// Less important text: labels, ids, help.
  case secondary
  /// The most important text: names, headings.
  case title
  /// The accent colour: matches, focus.
  case accent
  /// A good state, drawn next to the text that names it.
  case good
  /// A busy or transitional state.
  case busy
  /// A state that is neither good nor bad: stopped, switched off.
  case neutral
  /// A failed or lost state.
  case bad
  /// An unknown state.
  case unknown
  /// A warning that the user should read.
  case warning
  /// The most urgent notice: the data shown may not be the server's current data.
  case alert
}

/// The look of a cell: its role, and whether it is selected or part of a text field.
///
/// Colour never carries meaning alone: the text says everything that the role does.
public struct Style: Hashable, Sendable {
  /// The role.
  public var role: Role
  /// Whether the cell is in reverse video, which always means the selection.
  public var isSelected: Bool
  /// Whether the cell is underlined, as part of a text field.
  public var isField: Bool

  /// Creates a style.
  ///
  ///     Style(.secondary, isSelected: true)
  public init(_ role: Role = .text, isSelected: Bool = false, isField: Bool = false) {
    self.role = role
    self.isSelected = isSelected
    self.isField = isField
  }

  /// The style of ordinary text, neither selected nor a text field.
  public static let text = Style(.text)
  /// The `secondary` style, neither selected nor a text field.
  public static let secondary = Style(.secondary)
  /// The `title` style, neither selected nor a text field.
  public static let title = Style(.title)
  /// The `accent` style, neither selected nor a text field.
  public static let accent = Style(.accent)
  /// The `good` style, neither selected nor a text field.
  public static let good = Style(.good)
  /// The `busy` style, neither selected nor a text field.
  public static let busy = Style(.busy)
  /// The `neutral` style, neither selected nor a text field.
  public static let neutral = Style(.neutral)
  /// The `bad` style, neither selected nor a text field.
  public static let bad = Style(.bad)
  /// The `unknown` style, neither selected nor a text field.
  public static let unknown = Style(.unknown)
  /// The `warning` style, neither selected nor a text field.
  public static let warning = Style(.warning)
  /// The `alert` style, neither selected nor a text field.
  public static let alert = Style(.alert)

  /// The same style in reverse video.
  public var selected: Style { selected(true) }

  /// Returns the same style with or without reverse video.
  public func selected(_ isSelected: Bool) -> Style {
    Style(role, isSelected: isSelected, isField: isField)
  }
}
