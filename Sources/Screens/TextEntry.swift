public import Terminals

/// The content of a text field with one line: its text and the position of the caret.
public struct TextEntry: Codable, Hashable, Sendable {
  /// The text: a single line, without line breaks or tabs.
  public private(set) var text: String
  /// The number of characters before the caret, from 0 to `text.count`.
  public private(set) var caret: Int

  /// The maximum number of characters in a text field: 1000. Longer input is truncated.
  public static let maximumLength = 1000
  /// Without a limit a cluster could have megabytes of marks, and the state couldn't be saved.
  private static let maximumScalars = 12 * maximumLength

  /// Creates the content of a text field. By default the caret is at the end of the text.
  /// ```swift
  /// var name = TextEntry("ward 3")
  /// _ = name.edit(.key(.backspace))
  /// ```
  public init(_ text: String = "", caret: Int? = nil) {
    self.text = TextEntry.line(of: text)
    let count = self.text.count
    self.caret = min(max(0, caret ?? count), count)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .text),
      caret: try container.decode(Int.self, forKey: .caret))
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// Changes the text or moves the caret as a key or a paste requires. Returns `ignored` for keys
  /// without an editing function and for other events.
  public mutating func edit(_ event: Event) -> Handled {
    switch event {
    case .paste(let text):
      insert(TextEntry.lines(of: text, isSecret: false).joined(separator: " "))
    case .key(let key): return edit(key)
    default: return .ignored
    }
    return .handled
  }

  /// Changes the text or moves the caret as a key or a paste requires. Shows a notice if pasted
  /// text has several lines.
  ///
  ///     filter.edit(event, isSecret: false, navigator)
  ///
  /// Pasted text loses surrounding whitespace, and several lines are joined by spaces.
  ///
  /// - Parameters:
  ///   - event: The key or paste. Other events are ignored.
  ///   - isSecret: Whether the text is a secret, such as a password. Pasted spaces are then
  ///     preserved, and several lines are rejected.
  ///   - navigator: The navigator that shows the notice.
  @MainActor public mutating func edit(
    _ event: Event, isSecret: Bool, _ navigator: Navigator
  ) -> Handled {
    guard case .paste(let pasted) = event else { return edit(event) }
    let lines = TextEntry.lines(of: pasted, isSecret: isSecret)
    if isSecret, lines.count > 1 {
      navigator.notify("Not pasted: the text has \(lines.count) lines. Copy only the password.")
      return .handled
    }
    if lines.count > 1 { navigator.notify("Pasted \(lines.count) lines as one.") }
    insert(lines.joined(separator: " "))
    return .handled
  }

  /// Returns the non-empty lines of a pasted text, without invisible characters at their ends.
  private static func lines(of text: String, isSecret: Bool) -> [String] {
    text.split(whereSeparator: \.isNewline).map { line in
      let isDropped = { (scalar: Unicode.Scalar) in
        !(isSecret && scalar == " ")
          && (scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            || scalar.properties.generalCategory == .format)
      }
      var scalars = line.unicodeScalars.drop(while: isDropped)
      while let last = scalars.last, isDropped(last) { scalars.removeLast() }
      return String(scalars)
    }
    .filter { !$0.isEmpty }
  }

  private mutating func edit(_ key: Key) -> Handled {
    switch key {
    case .backspace, .control("h"): remove(from: caret - 1, to: caret)
    case .delete, .control("d"): remove(from: caret, to: caret + 1)
    case .left, .control("b"): caret = max(0, caret - 1)
    case .right, .control("f"): caret = min(text.count, caret + 1)
    case .home, .control("a"): caret = 0
    case .end, .control("e"): caret = text.count
    case .control("u"): remove(from: 0, to: caret)
    case .control("k"): remove(from: caret, to: text.count)
    case .control("w"): remove(from: start(of: { $0 != " " }), to: caret)
    case .alt("b"), Key.left.withAlt, Key(.left, isControl: true): caret = start(of: \.isPartOfWord)
    case .alt("f"), Key.right.withAlt, Key(.right, isControl: true): caret = wordAfter
    case .alt("d"), Key(.delete, isControl: true): remove(from: caret, to: wordAfter)
    case Key.backspace.withAlt: remove(from: start(of: \.isPartOfWord), to: caret)
    default:
      guard case .character(let character) = key.code, !key.isControl, !key.isAlt else {
        return .ignored
      }
      insert(String(character))
    }
    return .handled
  }

  /// Inserts text at the caret. Line breaks and tabs become spaces.
  private mutating func insert(_ inserted: String) {
    let remaining = TextEntry.maximumLength - text.count
    guard remaining > 0 else { return }
    let index = text.index(text.startIndex, offsetBy: caret)
    let tail = text[index...].count
    text.insert(contentsOf: TextEntry.line(of: String(inserted.prefix(remaining))), at: index)
    text = TextEntry.line(of: text)
    // A combining mark joins the cluster before it, so count from the end, which didn't change.
    caret = max(0, text.count - tail)
  }

  /// Returns the text as one line, within both limits.
  private static func line(of text: String) -> String {
    let line = String(text.prefix(maximumLength).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(maximumScalars)))
  }

  private mutating func remove(from start: Int, to end: Int) {
    let start = max(0, start)
    let end = min(text.count, end)
    guard start < end else { return }
    let first = text.index(text.startIndex, offsetBy: start)
    text.removeSubrange(first..<text.index(first, offsetBy: end - start))
    caret = min(start, text.count)
  }

  /// The start of the word at or before the caret, which consists of the characters `isPart`.
  private func start(of isPart: (Character) -> Bool) -> Int {
    let before = Array(text.prefix(caret))
    var index = before.count
    while index > 0, !isPart(before[index - 1]) { index -= 1 }
    while index > 0, isPart(before[index - 1]) { index -= 1 }
    return index
  }

  private var wordAfter: Int {
    let all = Array(text)
    var index = caret
    while index < all.count, !all[index].isPartOfWord { index += 1 }
    while index < all.count, all[index].isPartOfWord { index += 1 }
    return index
  }
}

extension Character {
  /// As in readline, words are letters and digits.
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
