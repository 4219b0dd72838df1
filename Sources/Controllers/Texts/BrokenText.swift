/// A text whose lines are broken where the screen ends: it finds the places on the screen, and the next one from each.
///
/// It is a class because it caches broken lines.
final class BrokenText {
  /// A line on the screen: a line of the text, and the character that it begins with.
  struct Place: Comparable {
    var line = 0
    var character = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }
  }

  typealias Part = (start: Int, text: String)

  /// The lines as the text has them: at least one.
  let lines: [String]
  private var width = 2
  /// The long lines as they were broken last: one of megabytes, broken anew for every key, would be felt.
  private var known: [Int: [Part]] = [:]
  private static let longLine = 4096

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
  }

  /// Breaks the lines at a width from now on.
  func fit(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    known = [:]
  }

  /// Returns the parts of a line, each with the character that it begins with.
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

  /// Returns the place from which on the rest of the text just fills so many rows.
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

  /// Returns the place that is nearest to one in a text of another size, or of another width.
  func place(nearest place: Place) -> Place {
    let line = min(max(0, place.line), lines.count - 1)
    let part = parts(ofLine: line).last { $0.start <= max(0, place.character) }
    return Place(line: line, character: part?.start ?? 0)
  }

  /// Returns the place so many rows further down, or up; the text's end if that comes before.
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
