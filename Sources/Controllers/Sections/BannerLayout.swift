import Terminals

/// A banner broken into the lines of a certain size.
struct BannerLayout {
  struct Piece: Hashable {
    let column: Int
    let text: String
    let style: Style
    let limit: Int
  }

  private(set) var lines: [[Piece]] = []
  private let indent: Int
  private let right: Int
  private static let separator = " · "

  /// At most `rows` lines. Where they aren't enough only what is vital stays, and what even so has no room is cut.
  init(_ banner: Banner, columns: Int, rows: Int) {
    let left = 1
    right = max(left + 1, columns - 1)
    indent = banner.mark == nil ? left : left + 2
    var first: [Piece] = []
    if let mark = banner.mark {
      first.append(Piece(column: left, text: mark.symbol, style: Style(mark.role), limit: 1))
    }
    first.append(
      Piece(column: indent, text: banner.headline, style: .title, limit: right - indent))
    let asideWidth = CellWidth.of(banner.aside)
    var aside: [Banner.Phrase] = []
    if asideWidth > 0, indent + CellWidth.of(banner.headline) + 2 + asideWidth <= right {
      first.append(
        Piece(
          column: right - asideWidth, text: banner.aside, style: .secondary, limit: asideWidth))
    } else if asideWidth > 0 {
      aside = [Banner.Phrase(banner.aside, role: .secondary)]
    }
    let phrases = banner.phrases.filter { !$0.text.isEmpty }
    lines = [first]
    guard !add(aside + phrases, rows: rows) else { return }
    lines = [first]
    _ = add(phrases.filter(\.isVital) + aside, rows: rows)
  }

  /// Adds lines of phrases; says whether there was room for all.
  private mutating func add(_ phrases: [Banner.Phrase], rows: Int) -> Bool {
    var line: [Piece] = []
    var column = indent
    for phrase in phrases {
      let width = CellWidth.of(phrase.text)
      if !line.isEmpty, column + Self.separator.count + width > right {
        guard lines.count + 1 < rows else {
          addCut(phrase, to: &line, column: column)
          if lines.count < rows { lines.append(line) }
          return false
        }
        lines.append(line)
        line = []
        column = indent
      } else if !line.isEmpty {
        addSeparator(to: &line, &column)
      }
      line.append(
        Piece(column: column, text: phrase.text, style: Style(phrase.role), limit: right - column))
      column = min(right, column + width)
    }
    guard !line.isEmpty else { return true }
    guard lines.count < rows else { return false }
    lines.append(line)
    return true
  }

  private func addSeparator(to line: inout [Piece], _ column: inout Int) {
    let width = Self.separator.count
    line.append(Piece(column: column, text: Self.separator, style: .secondary, limit: width))
    column += width
  }

  /// The beginning of a phrase for which the last line has no room, or else a sign that there is more.
  private func addCut(_ phrase: Banner.Phrase, to line: inout [Piece], column: Int) {
    var column = column
    guard column + Self.separator.count + 8 <= right else {
      // What is cut itself ends in such a sign already.
      let isCut = line.last.map { CellWidth.exceeds($0.text, $0.limit) } ?? false
      if !isCut {
        line.append(Piece(column: column, text: " …", style: .secondary, limit: right + 1 - column))
      }
      return
    }
    addSeparator(to: &line, &column)
    line.append(
      Piece(column: column, text: phrase.text, style: Style(phrase.role), limit: right - column))
  }
}
