import Terminals

/// A banner broken into lines for a certain size.
struct BannerLayout {
  struct Piece: Hashable {
    let column: Int
    let text: String
    let style: Style
    let limit: Int
  }

  private(set) var lines: [[Piece]] = []
  /// Whether all vital phrases are complete.
  private(set) var isWhole = true
  private let left = 1
  private let right: Int
  private static let separator = " · "

  /// If the banner doesn't fit, uses short texts, then only vital phrases, and cuts the rest.
  init(_ banner: Banner, columns: Int, rows: Int) {
    right = max(left + 1, columns - 1)
    let indent = banner.mark == nil ? left : left + 2
    var first: [Piece] = []
    if let mark = banner.mark {
      first.append(Piece(column: left, text: mark.symbol, style: Style(mark.role), limit: 1))
    }
    first.append(
      Piece(column: indent, text: banner.headline, style: .title, limit: right - indent))
    let availableWidth = right - indent - CellWidth.of(banner.headline) - 2
    let asides = ([banner.aside] + banner.shorterAsides).filter { !$0.isEmpty }
    var aside: [Banner.Phrase] = []
    if let fitting = asides.first(where: { CellWidth.of($0) <= availableWidth }) {
      let width = CellWidth.of(fitting)
      first.append(
        Piece(column: right - width, text: fitting, style: .secondary, limit: width))
    } else if let long = asides.first {
      let fitting = asides.first { CellWidth.of($0) <= right - left }
      aside = [Banner.Phrase(fitting ?? long, short: asides.last, role: .secondary)]
    }
    let phrases = banner.phrases.filter { !$0.text.isEmpty }
    let vital = phrases.filter(\.isVital) + aside
    for (wanted, isShort) in [(aside + phrases, false), (aside + phrases, true), (vital, false)] {
      lines = [first]
      if add(wanted, isShort: isShort, rows: rows) { return }
    }
    lines = [first]
    isWhole = add(vital, isShort: true, rows: rows)
  }

  private func text(_ phrase: Banner.Phrase, isShort: Bool) -> String {
    guard let short = phrase.short else { return phrase.text }
    return isShort || CellWidth.of(phrase.text) > right - left ? short : phrase.text
  }

  /// Adds lines of phrases; returns true if all fit.
  private mutating func add(_ phrases: [Banner.Phrase], isShort: Bool, rows: Int) -> Bool {
    var line: [Piece] = []
    var column = left
    for phrase in phrases {
      let text = text(phrase, isShort: isShort)
      let width = CellWidth.of(text)
      if !line.isEmpty, column + Self.separator.count + width > right {
        guard lines.count + 1 < rows else {
          addCut(text, phrase.role, to: &line, column: column)
          if lines.count < rows { lines.append(line) }
          return false
        }
        lines.append(line)
        line = []
        column = left
      } else if !line.isEmpty {
        addSeparator(to: &line, &column)
      }
      line.append(
        Piece(column: column, text: text, style: Style(phrase.role), limit: right - column))
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

  private func addCut(_ text: String, _ role: Role, to line: inout [Piece], column: Int) {
    var column = column
    guard column + Self.separator.count + 8 <= right else {
      // A truncated text already ends in an ellipsis.
      let isCut = line.last.map { CellWidth.exceeds($0.text, $0.limit) } ?? false
      if !isCut {
        line.append(Piece(column: column, text: " …", style: .secondary, limit: right + 1 - column))
      }
      return
    }
    addSeparator(to: &line, &column)
    line.append(
      Piece(column: column, text: text, style: Style(role), limit: right - column))
  }
}
