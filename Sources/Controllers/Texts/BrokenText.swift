import Terminals

/// A text whose lines are broken at the screen's width. It is a class because it caches broken
/// lines.
final class BrokenText {
  /// A line on the screen: the index of a text line, and of the character that it begins with.
  struct Position: Comparable {
    var line = 0
    var character = 0

    static func < (left: Position, right: Position) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }
  }

  typealias Part = (start: Int, text: String)

  /// The text's lines, at least one.
  let lines: [String]
  private var width = 2
  /// Cached broken lines. Breaking a line of megabytes again for every key would be noticeable.
  private var known: [Int: [Part]] = [:]
  private static let longLine = 4096

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
  }

  func fit(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    known = [:]
  }

  func parts(ofLine line: Int) -> [Part] {
    if let parts = known[line] { return parts }
    var start = 0
    let parts = Wrapping.hardLines(of: lines[line], width: width).map { part in
      defer { start += part.count }
      return (start, part)
    }
    if lines[line].utf8.count > Self.longLine { known[line] = parts }
    return parts
  }

  /// Returns the position from which the rest of the text exactly fills the rows.
  func last(filling rows: Int) -> Position {
    var missing = rows
    for line in lines.indices.reversed() {
      let parts = parts(ofLine: line)
      if parts.count >= missing {
        return Position(line: line, character: parts[parts.count - missing].start)
      }
      missing -= parts.count
    }
    return Position()
  }

  /// Returns the valid position nearest to one that was saved for another text or width.
  func position(nearest position: Position) -> Position {
    let line = min(max(0, position.line), lines.count - 1)
    let part = parts(ofLine: line).last { $0.start <= max(0, position.character) }
    return Position(line: line, character: part?.start ?? 0)
  }

  func position(_ distance: Int, from position: Position) -> Position {
    var position = position
    for _ in 0..<abs(distance) {
      let parts = parts(ofLine: position.line)
      let part = parts.firstIndex { $0.start == position.character } ?? 0
      if distance > 0, part + 1 < parts.count {
        position.character = parts[part + 1].start
      } else if distance > 0, position.line + 1 < lines.count {
        position = Position(line: position.line + 1)
      } else if distance < 0, part > 0 {
        position.character = parts[part - 1].start
      } else if distance < 0, position.line > 0 {
        let above = self.parts(ofLine: position.line - 1)
        position = Position(line: position.line - 1, character: above.last?.start ?? 0)
      } else {
        break
      }
    }
    return position
  }
}
