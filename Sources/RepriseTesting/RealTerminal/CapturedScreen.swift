/// A terminal's screen at one moment, as tmux reports it.
public struct CapturedScreen: Hashable, Sendable {
  /// The rows from the top. Plain blanks at a row's end aren't among its cells.
  public let rows: [[CapturedCell]]

  /// Reads the output of `capture-pane -e -N`.
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

  /// The rows as a person reads them, without trailing blanks.
  public var text: [String] {
    rows.map { row in
      var text = String(row.map(\.character))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// All rows but the last one, which alone is not restored.
  public var withoutStatusLine: [[CapturedCell]] { Array(rows.dropLast()) }

  /// True if any cell has a colour of its own.
  public var isColoured: Bool {
    rows.joined().contains { $0.style.foreground != nil || $0.style.background != nil }
  }

  /// The text of the first row in reverse video below the top line, where a badge may be.
  public var selectedText: String? {
    rows.dropFirst().first { $0.contains { $0.style.isReversed } }
      .map { String($0.map(\.character)).trimmingBlanks }
  }
}

/// One character on the screen: a cell, or two for a wide one.
public struct CapturedCell: Hashable, Sendable {
  /// The character.
  public let character: Character
  /// Its style.
  public let style: CapturedStyle

  static let blank = CapturedCell(character: " ", style: CapturedStyle())
}
