/// The contents of a terminal's screen, as captured by tmux.
public struct CapturedScreen: Hashable, Sendable {
  /// The characters of each row, from the top row down. Trailing blanks without a style are
  /// omitted.
  public let rows: [[CapturedCell]]

  init(_ capture: String) {
    var style = CapturedStyle()
    var rows: [[CapturedCell]] = []
    var lines = capture.split(separator: "\n", omittingEmptySubsequences: false)
    // Each line ends in a line feed.
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      var row: [CapturedCell] = []
      var rest = line[...]
      while let character = rest.popFirst() {
        if character == "\u{1B}", rest.first == "[", let end = rest.firstIndex(of: "m") {
          style.apply(rest[rest.index(after: rest.startIndex)..<end])
          rest = rest[rest.index(after: end)...]
        } else {
          row.append(CapturedCell(character: character, style: style))
        }
      }
      while row.last == .blank { row.removeLast() }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The text of the rows, without trailing blanks.
  public var text: [String] {
    rows.map { row in
      var text = String(row.map(\.character))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// All rows except the status line at the bottom. Use it to compare screens before and after a
  /// relaunch, because the status line isn't restored.
  public var withoutStatusLine: [[CapturedCell]] { Array(rows.dropLast()) }

  /// Whether any cell has a colour other than the terminal's default.
  public var isColoured: Bool {
    rows.joined().contains { $0.style.foreground != nil || $0.style.background != nil }
  }

  /// The text of the first row below the top line that contains reverse video, such as a list's
  /// selected row; `nil` if there is none.
  public var selectedText: String? {
    rows.dropFirst().first { $0.contains { $0.style.isReversed } }
      .map { String($0.map(\.character)).trimmingBlanks }
  }
}

/// One character on a captured screen with its style. It is one or two columns wide.
public struct CapturedCell: Hashable, Sendable {
  /// The character that the terminal shows.
  public let character: Character
  /// The attributes and colours with which the character is shown.
  public let style: CapturedStyle

  static let blank = CapturedCell(character: " ", style: CapturedStyle())
}

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

  /// `5;208` is a palette colour, `2;255;0;0` an RGB colour.
  private static func extended(_ rest: inout ArraySlice<Int>) -> [Int] {
    let count = rest.first == 2 ? 4 : 2
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
