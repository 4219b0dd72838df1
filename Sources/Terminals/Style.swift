/// The purpose of a text, such as a title or a warning. The terminal's theme chooses colours and
/// attributes for each role.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text, in the terminal's default colours.
  case text
  /// Less important text, such as labels, ids and help.
  case secondary
  /// The most important text, such as names and headings.
  case title
  /// Text in the accent colour, such as search matches and the focused item.
  case accent
  /// Text that shows a good state, such as "running".
  case good
  /// Text that shows a busy or transitional state, such as "starting".
  case busy
  /// Text that shows a state that is neither good nor bad, such as "stopped" or "switched off".
  case neutral
  /// Text that shows a failed or lost state.
  case bad
  /// Text that shows that a state isn't known.
  case unknown
  /// A warning that the user should read.
  case warning
  /// The most urgent notice, such as the warning that the data shown may not be the server's
  /// current data.
  case alert
}

/// The style of a cell: the role of its text, whether it is selected, and whether it belongs to a
/// text field.
///
/// Use a style only to emphasize: the text alone must convey everything, because not all terminals
/// have colours.
public struct Style: Hashable, Sendable {
  /// The purpose of the text, which determines its colours and attributes.
  public var role: Role
  /// Whether the cell belongs to the selection. It is then shown in reverse video.
  public var isSelected: Bool
  /// Whether the cell belongs to a text field. It is then underlined.
  public var isField: Bool

  /// Creates a style, by default of ordinary text.
  ///
  ///     Style(.secondary, isSelected: true)
  public init(_ role: Role = .text, isSelected: Bool = false, isField: Bool = false) {
    self.role = role
    self.isSelected = isSelected
    self.isField = isField
  }

  /// Ordinary text, neither selected nor in a text field.
  public static let text = Style(.text)
  /// Less important text, such as labels, neither selected nor in a text field.
  public static let secondary = Style(.secondary)
  /// Names and headings, neither selected nor in a text field.
  public static let title = Style(.title)
  /// Text in the accent colour, such as search matches, neither selected nor in a text field.
  public static let accent = Style(.accent)
  /// Text about a good state, neither selected nor in a text field.
  public static let good = Style(.good)
  /// Text about a busy or transitional state, neither selected nor in a text field.
  public static let busy = Style(.busy)
  /// Text about a state that is neither good nor bad, neither selected nor in a text field.
  public static let neutral = Style(.neutral)
  /// Text about a failed or lost state, neither selected nor in a text field.
  public static let bad = Style(.bad)
  /// Text about a state that isn't known, neither selected nor in a text field.
  public static let unknown = Style(.unknown)
  /// A warning, neither selected nor in a text field.
  public static let warning = Style(.warning)
  /// The most urgent notice, neither selected nor in a text field.
  public static let alert = Style(.alert)

  /// A copy of the style for a selected cell, which is shown in reverse video.
  public var selected: Style { selected(true) }

  /// Returns a copy of the style for a cell that is selected, in reverse video, or isn't.
  public func selected(_ isSelected: Bool) -> Style {
    Style(role, isSelected: isSelected, isField: isField)
  }
}
