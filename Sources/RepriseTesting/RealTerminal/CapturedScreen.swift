/// The contents of a terminal's screen, as captured by tmux.
public struct CapturedScreen: Hashable, Sendable {
  /// The rows from the top, without plain trailing blanks.
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

  /// All rows except the status line at the bottom, the only row that isn't restored.
  public var withoutStatusLine: [[CapturedCell]] { Array(rows.dropLast()) }

  /// Whether any cell has a colour other than the terminal's default.
  public var isColoured: Bool {
    rows.joined().contains { $0.style.foreground != nil || $0.style.background != nil }
  }

  /// The text of the first row with reverse video below the top line.
  public var selectedText: String? {
    rows.dropFirst().first { $0.contains { $0.style.isReversed } }
      .map { String($0.map(\.character)).trimmingBlanks }
  }
}

/// One character on the screen, one or two cells wide.
public struct CapturedCell: Hashable, Sendable {
  /// The character.
  public let character: Character
  /// The style of the character.
  public let style: CapturedStyle

  static let blank = CapturedCell(character: " ", style: CapturedStyle())
}
