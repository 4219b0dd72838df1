/// A text whose lines are broken at the screen's width. Finds positions on the screen, and moves
/// between them.
///
/// It is a class because it caches broken lines.
final class BrokenText {
  /// A line on the screen: the index of a text line, and of the character that it begins with.
  struct Place: Comparable {
    var line = 0
    var character = 0

    static func < (left: Place, right: Place) -> Bool {
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

  /// Sets the width at which lines are broken.
  func fit(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    known = [:]
  }

  /// Returns the parts of a line, each with the index of its first character.
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
  func last(filling rows: Int) -> Place {
    var missing = rows
    for line in lines.indices.reversed() {
      let parts = parts(ofLine: line)
      if parts.count >= missing {
        return Place(line: line, character: parts[parts.count - missing].start)
      }
      missing -= parts.count
    }
    return Place()
  }

  /// Returns the valid position nearest to one that was saved for another text or width.
  func place(nearest place: Place) -> Place {
    let line = min(max(0, place.line), lines.count - 1)
    let part = parts(ofLine: line).last { $0.start <= max(0, place.character) }
    return Place(line: line, character: part?.start ?? 0)
  }

  /// Returns the position a number of rows further down or up, limited to the text.
  func place(_ distance: Int, from place: Place) -> Place {
    var place = place
    for _ in 0..<abs(distance) {
      let parts = parts(ofLine: place.line)
      let part = parts.firstIndex { $0.start == place.character } ?? 0
      if distance > 0, part + 1 < parts.count {
        place.character = parts[part + 1].start
      } else if distance > 0, place.line + 1 < lines.count {
        place = Place(line: place.line + 1)
      } else if distance < 0, part > 0 {
        place.character = parts[part - 1].start
      } else if distance < 0, place.line > 0 {
        let above = self.parts(ofLine: place.line - 1)
        place = Place(line: place.line - 1, character: above.last?.start ?? 0)
      } else {
        break
      }
    }
    return place
  }
}
