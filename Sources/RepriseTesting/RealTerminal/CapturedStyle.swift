/// The look of a character on a terminal: its attributes and colours as SGR numbers.
public struct CapturedStyle: Hashable, Sendable {
  /// The attributes: 1 bold, 2 dim, 3 italic, 4 underline, 5 blink, 7 reverse, 8 hidden, 9 struck.
  public private(set) var attributes: Set<Int> = []
  /// The SGR numbers of the text colour, or `nil` for the default colour.
  public private(set) var foreground: [Int]?
  /// The SGR numbers of the background colour, or `nil` for the default colour.
  public private(set) var background: [Int]?

  /// Whether the character is in reverse video.
  public var isReversed: Bool { attributes.contains(7) }

  mutating func apply(_ parameters: Substring) {
    var rest =
      parameters.split(separator: ";", omittingEmptySubsequences: false).map {
        // A number after a colon, as in 4:3, selects a variant.
        Int($0.prefix { $0 != ":" }) ?? 0
      }[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = CapturedStyle()
      case 1...9: attributes.insert(number)
      case 22: attributes.subtract([1, 2])
      case 23...29: attributes.remove(number - 20)
      case 30...37, 90...97: foreground = [number]
      case 38: foreground = Self.extended(&rest)
      case 39: foreground = nil
      case 40...47, 100...107: background = [number]
      case 48: background = Self.extended(&rest)
      case 49: background = nil
      default: break
      }
    }
  }

  /// Reads a palette colour (`5;208`) or RGB colour (`2;255;0;0`).
  private static func extended(_ rest: inout ArraySlice<Int>) -> [Int] {
    let count = rest.first == 2 ? 4 : 2
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
