/// The look of a character on a terminal: its attributes and colours by their SGR numbers.
public struct CapturedStyle: Hashable, Sendable {
  /// The attributes: 1 bold, 2 dim, 3 italic, 4 underline, 5 blink, 7 reverse, 8 hidden, 9 struck out.
  public private(set) var attributes: Set<Int> = []
  /// The colour's numbers; nil for the terminal's own.
  public private(set) var foreground: [Int]?
  /// The background colour's numbers; nil for the terminal's own.
  public private(set) var background: [Int]?

  /// True if the character is in reverse video.
  public var isReversed: Bool { attributes.contains(7) }

  /// Applies an SGR sequence's parameters: `1;38;5;208`.
  mutating func apply(_ parameters: Substring) {
    var rest =
      parameters.split(separator: ";", omittingEmptySubsequences: false).map {
        // The part behind a colon, as in 4:3, is a finer kind of the same.
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

  /// Reads a colour of a palette (`5;208`) or its three parts (`2;255;0;0`).
  private static func extended(_ rest: inout ArraySlice<Int>) -> [Int] {
    let count = rest.first == 2 ? 4 : 2
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
