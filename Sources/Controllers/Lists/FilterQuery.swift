/// A list's filter in the syntax that users type. It consists of terms, and a row matches if each
/// term is found in at least one of the row's texts.
///
///  typed | matches the rows in which |
/// ---|---|
///  `db lab` | both terms are found |
///  `!started` | the term isn't found |
///  `db\|mq` | either term is found |
///  `"my db"` | the text is found, including the space; `!`, `\|` and `/` have no special meaning |
///  `/^sys-\d+$/` | a text matches the regular expression |
public struct FilterQuery: Sendable {
  /// One search text or regular expression of a filter, such as `db` in `db lab`.
  public struct Part: Sendable {
    fileprivate enum Kind: Sendable {
      case word(TextQuery)
      case expression(FilterExpression)
    }
    fileprivate let kind: Kind

    /// Returns whether the search text or regular expression is found in a text.
    public func matches(_ text: String) -> Bool {
      switch kind {
      case .word(let word): word.matches(text)
      case .expression(let expression): expression.matches(text)
      }
    }

    /// Returns whether the search text or regular expression is found in a text given as UTF-8
    /// bytes.
    public func matches(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      switch kind {
      case .word(let word): word.matches(utf8: bytes)
      case .expression(let expression):
        expression.matches(String(decoding: bytes, as: UTF8.self))
      }
    }

    fileprivate func ranges(in text: String) -> [Range<Int>] {
      switch kind {
      case .word(let word): word.ranges(in: text)
      case .expression(let expression): expression.ranges(in: text)
      }
    }
  }

  /// Alternatives of which one must be found, or none if excluded.
  private struct Term: Sendable {
    let isExcluded: Bool
    let choices: [Part]
  }

  /// The filter as the user typed it.
  public let text: String
  private var terms: [Term] = []
  /// A short text that tells why the filter is invalid; `nil` if it is valid. An invalid filter
  /// matches no row.
  public private(set) var problem: String?

  /// Creates a filter. An empty text matches all rows.
  ///
  ///     FilterQuery(#"db|mq !started /^lab-\d+/"#)
  public init(_ text: String) {
    self.text = text
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return }
      if first == "!" { rest.removeFirst() }
      var choices: [Part] = []
      repeat {
        if let choice = takeChoice(&rest) { choices.append(choice) }
      } while FilterQuery.takeBar(&rest)
      // An incomplete term is ignored.
      if !choices.isEmpty { terms.append(Term(isExcluded: first == "!", choices: choices)) }
    }
  }

  /// Whether the filter matches all rows, because it contains no terms.
  public var isEmpty: Bool { terms.isEmpty && problem == nil }

  /// Returns whether a row matches all terms of the filter.
  ///
  /// - Parameter isFound: Returns whether a part is found in any of the row's texts.
  public func includes(_ isFound: (Part) -> Bool) -> Bool {
    problem == nil
      && terms.allSatisfy { $0.choices.contains(where: isFound) != $0.isExcluded }
  }

  func ranges(in text: String) -> [Range<Int>] {
    let found = terms.filter { !$0.isExcluded }.flatMap(\.choices).flatMap { $0.ranges(in: text) }
      .sorted { $0.lowerBound < $1.lowerBound }
    var ranges: [Range<Int>] = []
    for range in found {
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  static func literal(_ text: String) -> String {
    guard text.contains(where: { $0.isWhitespace || "!|/".contains($0) }) else { return text }
    return "\"" + text.filter { $0 != "\"" } + "\""
  }

  private static func takeBar(_ rest: inout Substring) -> Bool {
    let behind = rest.drop(while: \.isWhitespace)
    guard behind.first == "|" else { return false }
    rest = behind.dropFirst().drop(while: \.isWhitespace)
    return true
  }

  private mutating func takeChoice(_ rest: inout Substring) -> Part? {
    if rest.first == "\"" {
      let quoted = rest.dropFirst().prefix { $0 != "\"" }
      rest = rest[quoted.endIndex...].dropFirst()
      return quoted.isEmpty ? nil : Part(kind: .word(TextQuery(String(quoted))))
    }
    if let end = FilterQuery.expressionEnd(rest) {
      let pattern = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[end...].dropFirst()
      do throws(FilterExpression.SyntaxError) {
        return Part(kind: .expression(try FilterExpression(String(pattern))))
      } catch {
        problem = problem ?? error.text
        return nil
      }
    }
    let word = rest.prefix { !$0.isWhitespace && $0 != "|" }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : Part(kind: .word(TextQuery(String(word))))
  }

  /// `nil` if the text isn't an expression: in a path, a letter follows the next slash.
  private static func expressionEnd(_ text: Substring) -> Substring.Index? {
    guard text.first == "/" else { return nil }
    var isEscaped = false
    for index in text.indices.dropFirst() {
      let next = text.index(after: index)
      if text[index] == "/", !isEscaped, index > text.index(after: text.startIndex),
        next == text.endIndex || text[next].isWhitespace || text[next] == "|"
      {
        return index
      }
      isEscaped = text[index] == "\\" && !isEscaped
    }
    return nil
  }
}

/// Matches rows against the user's filter, in the columns and in additional text.
package struct RowFilter<Row: Sendable>: Sendable {
  let columns: [Column<Row>]
  let query: FilterQuery
  let searchText: (@Sendable (Row) -> String)?

  package init(
    columns: [Column<Row>], query: FilterQuery, searchText: (@Sendable (Row) -> String)?
  ) {
    self.columns = columns
    self.query = query
    self.searchText = searchText
  }

  package func includes(_ row: Row) -> Bool {
    query.isEmpty
      || query.includes { part in
        columns.contains { part.matches($0.text(row)) }
          || searchText.map { part.matches($0(row)) } == true
      }
  }
}
