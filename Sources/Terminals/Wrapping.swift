/// Breaks text into lines of a width, at spaces where possible.
package enum Wrapping {
  /// Expands a tab to the next multiple of 8. Returns at least one line; none is wider than
  /// `width`, which is at least 2.
  package static func lines(of text: String, width: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrap(expandTabs(String($0)), width: max(2, width)) }
  }

  /// The joined parts equal the line; tabs aren't expanded.
  package static func hardLines(of line: String, width: Int) -> [String] {
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
    // The last space of the current line after its indentation. The text after it moves down when
    // the line is full.
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
        // Breaks here if there is no space, or if the moved text is still too wide.
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

extension String {
  /// Puts "…" between beginning and end; returns the text itself if `width` is too small for both.
  package func cutInTheMiddle(to width: Int) -> String {
    guard width > 4, CellWidth.exceeds(self, width) else { return self }
    // Every character has at least one cell.
    let end = String(
      suffix(width).reversed().fitting(in: (width - 1) / 2).reversed())
    let beginning = prefix(width).fitting(in: width - 1 - CellWidth.of(end))
    return String(beginning) + "…" + end
  }
}

extension Sequence<Character> {
  fileprivate func fitting(in width: Int) -> [Character] {
    var left = width
    return Array(
      prefix { character in
        left -= CellWidth.of(String(character))
        return left >= 0
      })
  }
}
