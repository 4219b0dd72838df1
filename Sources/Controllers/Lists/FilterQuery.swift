/// A filter, as a person types it: words that must all be found in a row, each in any of its texts.
///
/// | typed | lets through the rows in which |
/// |---|---|
/// | `db lab` | both words are found |
/// | `!started` | the word isn't found |
/// | `db\|mq` | either word is found |
/// | `"my db"` | the text is found, with its blank; `!`, `\|` and `/` are plain characters there |
/// | `/^sys-\d+$/` | a text has a match of the regular expression |
public struct FilterQuery: Sendable {
  /// A word or a regular expression of a filter.
  public struct Part: Sendable {
    fileprivate enum Kind: Sendable {
      case word(TextQuery)
      case expression(FilterExpression)
    }
    fileprivate let kind: Kind

    /// Tells whether a text has a match.
    public func matches(_ text: String) -> Bool {
      switch kind {
      case .word(let word): word.matches(text)
      case .expression(let expression): expression.matches(text)
      }
    }

    /// Tells whether a text in UTF-8 has a match.
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

  /// Parts of which one must be found, or none.
  private struct Term: Sendable {
    let isExcluded: Bool
    let choices: [Part]
  }

  /// The text, as it was typed.
  public let text: String
  private var terms: [Term] = []
  /// The reason why the filter can't be used, in a few words; no row matches then. Nil for a usable
  /// filter.
  public private(set) var problem: String?

  /// Creates a filter; an empty text lets all rows through.
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
      // What is half typed asks for nothing yet.
      if !choices.isEmpty { terms.append(Term(isExcluded: first == "!", choices: choices)) }
    }
  }

  /// True if all rows are let through.
  public var isEmpty: Bool { terms.isEmpty && problem == nil }

  /// Tells whether a row is let through. `isFound` tells whether a part is found in the row.
  public func includes(_ isFound: (Part) -> Bool) -> Bool {
    problem == nil
      && terms.allSatisfy { $0.choices.contains(where: isFound) != $0.isExcluded }
  }

  /// Returns what is to be marked in a text, as ranges of characters, from left to right.
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

  /// Returns the filter that a text is typed as, whatever signs it has.
  static func literal(_ text: String) -> String {
    guard text.contains(where: { $0.isWhitespace || "!|/".contains($0) }) else { return text }
    return "\"" + text.filter { $0 != "\"" } + "\""
  }

  /// Takes the bar between two choices, with the blanks around it.
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
        problem = problem ?? error.words
        return nil
      }
    }
    let word = rest.prefix { !$0.isWhitespace && $0 != "|" }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : Part(kind: .word(TextQuery(String(word))))
  }

  /// Returns the place of the slash that ends a regular expression; nil for a text that is none. A
  /// path has slashes, too, but in front of a letter.
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
