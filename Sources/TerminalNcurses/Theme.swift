import CNcurses
import Terminals

/// The attributes and colours of each style. Every colour has a contrast of at least 4.5 against
/// its background, or against both white and black if the background is unknown; a hue that would
/// be unreadable becomes bold. Without colours, styles use only bold, dim and underline.
struct Theme {
  struct Look: Equatable {
    var attributes: attr_t
    /// An ncurses colour pair: 0 for the default colours, otherwise the colour's number.
    var pair: Int16
  }

  /// `NcursesScreen` creates a pair with the same number for each.
  var colours: Set<Int16> { Set(looks.map(\.pair)).subtracting([0]) }

  private let looks: [Look]

  init(colourCount: Int, background: TerminalBackground?) {
    let hues = Hues(colourCount: colourCount, background: background)
    looks = (0..<Role.allCases.count * 4).map { index in
      guard let role = Role(rawValue: UInt8(index / 4)) else { return Look(attributes: 0, pair: 0) }
      let style = Style(role, isSelected: index & 2 != 0, isField: index & 1 != 0)
      return Self.look(of: style, hues)
    }
  }

  subscript(style: Style) -> Look {
    looks[Int(style.role.rawValue) * 4 + (style.isSelected ? 2 : 0) + (style.isField ? 1 : 0)]
  }

  private static func look(of style: Style, _ hues: Hues) -> Look {
    var (attributes, colour) = look(of: style.role, hues)
    if style.isSelected {
      // Dim text in reverse video is unreadable on some terminals.
      attributes = attributes & ~reprise_dim() | reprise_reverse()
    }
    if style.isField { attributes |= reprise_underline() }
    return Look(attributes: attributes, pair: colour ?? 0)
  }

  private static func look(of role: Role, _ hues: Hues) -> (attr_t, colour: Int16?) {
    switch role {
    case .text: (reprise_plain(), nil)
    case .title: (reprise_bold(), nil)
    case .secondary, .neutral: (hues.grey == nil ? reprise_dim() : reprise_plain(), hues.grey)
    case .accent:
      // Bold alone means a title.
      (bold(hues.accent, hues) | (hues.accent == nil ? reprise_underline() : 0), hues.accent)
    case .good: (plain(hues.good, hues), hues.good)
    case .busy: (plain(hues.busy, hues), hues.busy)
    case .bad: (bold(hues.bad, hues), hues.bad)
    case .unknown: (plain(hues.unknown, hues), hues.unknown)
    case .warning: (bold(hues.busy, hues), hues.busy)
    case .alert where hues.bold == .isBrighter:
      // Bold text on the colour would be dark grey on dark red on the Linux console.
      (reprise_reverse(), nil)
    case .alert: (bold(hues.bad, hues) | reprise_reverse(), hues.bad)
    }
  }

  private static func bold(_ colour: Int16?, _ hues: Hues) -> attr_t {
    colour != nil && hues.bold == .isTooBright ? reprise_plain() : reprise_bold()
  }

  private static func plain(_ colour: Int16?, _ hues: Hues) -> attr_t {
    colour != nil && hues.bold == .isBrighter ? reprise_bold() : reprise_plain()
  }
}

/// A theme's colours, by palette number; `nil` means the default colour.
private struct Hues {
  enum Bold {
    case changesNothing
    /// With 8 colours, bold selects the brighter variants.
    case isBrighter
    /// Some terminals show the brighter variant, which is unreadable on white.
    case isTooBright
  }

  var accent: Int16?
  var good: Int16?
  var busy: Int16?
  var bad: Int16?
  var unknown: Int16?
  var grey: Int16?
  var bold = Bold.changesNothing

  init(colourCount: Int, background: TerminalBackground?) {
    switch (colourCount, background) {
    case (256..., .light):
      (accent, good, busy, bad, unknown, grey) = (25, 22, 94, 160, 127, 240)
    case (256..., .dark):
      (accent, good, busy, bad, unknown, grey) = (80, 77, 220, 203, 176, 248)
    case (256..., nil):
      // Each has a luminance of about 0.18, as far from white as from black. No yellow or brown has
      // that, and no grey is as readable as dim text in the default colour.
      (accent, good, bad, unknown) = (63, 29, 131, 163)
    case (16..., .dark):
      (accent, good, busy, bad, unknown) = (14, 10, 11, 9, 13)
    case (8..., .dark):
      (accent, good, busy, bad, unknown) = (6, 2, 3, 1, 5)
      bold = .isBrighter
    case (8..., .light):
      (bad, unknown) = (1, 5)
      bold = .isTooBright
    default: break
    }
  }
}

/// The brightness of the terminal's background. It determines which colours are readable on it.
public enum TerminalBackground: String, Hashable, Sendable {
  /// A light background, such as white, on which dark colours are readable.
  case light
  /// A dark background, such as black, on which bright colours are readable.
  case dark

  /// Detects the background from the environment variable COLORFGBG, or from TERM for the Linux
  /// console, which is dark. Returns `nil` if neither variable allows a conclusion.
  ///
  ///     TerminalBackground(environment: ["COLORFGBG": "0;default;15"])  // .light
  public init?(environment: [String: String]) {
    // The text colour comes first, the background last: 7 is light grey, 8 dark grey.
    if let colour = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }),
      (0..<16).contains(colour)
    {
      self = colour < 7 || colour == 8 ? .dark : .light
    } else if environment["TERM"]?.hasPrefix("linux") == true {
      self = .dark
    } else {
      return nil
    }
  }
}
