import CNcurses
import Terminals

/// The look of each style: attributes, and colours out of the person's own palette.
///
/// The colours are the first eight, never redefined, on the terminal's own background. Without colours bold, dim
/// and underline do what they can.
struct Theme {
  struct Look: Equatable {
    var attributes: attr_t
    /// An ncurses colour pair: 0 for the terminal's own colours, otherwise the number of the colour itself.
    var pair: Int16
  }

  /// The colours in use, each of which `NcursesTerminal` makes the pair of the same number.
  static let colours = [COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_MAGENTA, COLOR_CYAN]

  private let looks: [Look]

  init(hasColours: Bool) {
    looks = (0..<Role.allCases.count * 4).map { index in
      guard let role = Role(rawValue: UInt8(index / 4)) else { return Look(attributes: 0, pair: 0) }
      let style = Style(role, isSelected: index & 2 != 0, isField: index & 1 != 0)
      return Self.look(of: style, hasColours: hasColours)
    }
  }

  subscript(style: Style) -> Look {
    looks[Int(style.role.rawValue) * 4 + (style.isSelected ? 2 : 0) + (style.isField ? 1 : 0)]
  }

  private static func look(of style: Style, hasColours: Bool) -> Look {
    var (attributes, colour) = look(of: style.role)
    if !hasColours {
      // The one accent, also where bold alone is a title.
      if style.role == .accent { attributes |= reprise_underline() }
      colour = nil
    }
    if style.isSelected {
      // Dim in reverse can't be read on some terminals.
      attributes = attributes & ~reprise_dim() | reprise_reverse()
    }
    if style.isField { attributes |= reprise_underline() }
    return Look(attributes: attributes, pair: Int16(colour ?? 0))
  }

  private static func look(of role: Role) -> (attr_t, colour: Int32?) {
    switch role {
    case .text: (reprise_plain(), nil)
    case .secondary, .neutral: (reprise_dim(), nil)
    case .title: (reprise_bold(), nil)
    case .accent: (reprise_bold(), COLOR_CYAN)
    case .good: (reprise_plain(), COLOR_GREEN)
    case .busy: (reprise_plain(), COLOR_YELLOW)
    case .bad: (reprise_bold(), COLOR_RED)
    case .unknown: (reprise_plain(), COLOR_MAGENTA)
    case .warning: (reprise_bold(), COLOR_YELLOW)
    case .alert: (reprise_bold() | reprise_reverse(), COLOR_RED)
    }
  }
}
