import Terminals

/// Breaks text into lines of a width, at blanks where there are any.
enum Wrapping {
  /// Returns the lines of a text that may hold line breaks itself. A tab becomes blanks up to the next multiple of 8.
  ///
  /// At least one line; none is wider than `width`, which is at least 2.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrap(expandTabs(String($0)), width: max(2, width)) }
  }

  /// Returns one line of text broken wherever it is full; the parts joined are the line, tabs made visible apart.
  static func hardLines(of line: String, width: Int) -> [String] {
    guard CellWidth.exceeds(line, width) else { return [line] }
    var lines: [String] = []
    var current = ""
    var used = 0
    for character in line {
      let cells = CellWidth.of(String(character))
      if used + cells > max(2, width), !current.isEmpty {
        lines.append(current)
        current = ""
        used = 0
      }
      current.append(character)
      used += cells
    }
    lines.append(current)
    return lines
  }

  private static func wrap(_ line: String, width: Int) -> [String] {
    guard CellWidth.exceeds(line, width) else { return [line] }
    var lines: [String] = []
    var current = ""
    var used = 0
    // The last blank of the current line, but not of its indentation: what follows it moves down when the line is full.
    var blank: (index: String.Index, used: Int)?
    SafeText.forEachCluster(of: line) { character, cells in
      if used + cells > width {
        if character == " " {
          lines.append(current)
          current = ""
          used = 0
          blank = nil
          return true
        }
        if let last = blank {
          let moved = String(current[current.index(after: last.index)...])
          lines.append(String(current[..<last.index]))
          current = moved
          used -= last.used
        }
        // Without a blank, or if the character is too wide even so, the line is broken here.
        if used + cells > width {
          lines.append(current)
          current = ""
          used = 0
        }
        blank = nil
      }
      current.append(character)
      used += cells
      if character == " ", current.contains(where: { $0 != " " }) {
        blank = (current.index(before: current.endIndex), used)
      }
      return true
    }
    lines.append(current)
    return lines
  }

  private static func expandTabs(_ line: String) -> String {
    guard line.utf8.contains(9) else { return line }
    var expanded = ""
    for character in line {
      if character == "\t" {
        expanded += String(repeating: " ", count: 8 - CellWidth.of(expanded) % 8)
      } else {
        expanded.append(character)
      }
    }
    return expanded
  }
}
