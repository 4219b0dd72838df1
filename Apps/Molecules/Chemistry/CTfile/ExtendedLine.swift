/// A V3000 line without "M  V30 ", joined with its continuation lines and split into words.
struct ExtendedLine {
  /// The words between spaces. Brackets and quotation marks group words.
  private(set) var words: [String]
  let text: String
  let number: Int

  init(_ text: String, number: Int) {
    self.text = text
    self.number = number
    words = ExtendedLine.words(text)
  }

  /// The line with an unquoted "NOT [N,O]", as some programs write it, as one word.
  var withWholeList: ExtendedLine {
    guard words.count > 2, words[1].uppercased() == "NOT", words[2].hasPrefix("[") else {
      return self
    }
    var line = self
    line.words[1...2] = ["NOT" + words[2]]
    return line
  }

  func begins(_ first: String, _ second: String) -> Bool {
    words.count >= 2 && words[0] == first && words[1] == second
  }

  func ends(_ block: String) -> Bool { begins("END", block) }

  func integer(_ index: Int) -> Int? {
    words.indices.contains(index) ? Characters.integer(words[index]) : nil
  }

  func attributes(from start: Int) -> [(key: String, value: String)] {
    words.dropFirst(start).map { word in
      guard let equals = word.firstIndex(of: "=") else { return ("", word) }
      return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var depth = 0
    var isQuoted = false
    func finish() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "("), UInt8(ascii: "["): if !isQuoted { depth += 1 }
      case UInt8(ascii: ")"), UInt8(ascii: "]"): if !isQuoted { depth = max(0, depth - 1) }
      case 0x20, 0x09:
        if depth == 0, !isQuoted {
          finish()
          continue
        }
      default: break
      }
      word.append(byte)
    }
    finish()
    return words
  }

  static func unquoted(_ word: String) -> String {
    guard word.hasPrefix("\""), word.utf8.count >= 2, word.hasSuffix("\"") else { return word }
    return String(word.dropFirst().dropLast().replacing("\"\"", with: "\""))
  }

  static func quoted(_ word: String) -> String {
    // A line that ends with "-" would be joined with the next line.
    let needs =
      word.isEmpty || word.hasSuffix("-") || word.contains { " \t\"()[]=".contains($0) }
    return needs ? "\"" + word.replacing("\"", with: "\"\"") + "\"" : word
  }
}

extension TextLines {
  /// Joins continuation lines; `nil` if the next line isn't V3000.
  mutating func takeExtended() -> ExtendedLine? {
    guard let first = peek()?.withoutIndent, first.hasPrefix("M  V30") else { return nil }
    var text: [UInt8] = []
    while let line = peek()?.withoutIndent, line.hasPrefix("M  V30") {
      _ = take()
      var part = line.columns(7, Int.max / 2)
      while let last = part.last, last == 0x20 { part.removeLast() }
      guard part.last == UInt8(ascii: "-") else {
        text += part
        break
      }
      text += part.dropLast()
    }
    return ExtendedLine(Characters.decode(text), number: first.number)
  }
}

/// A list in V3000 format: "(3 4 5 6)" has three numbers.
struct NumberList {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  /// The count in front is ignored, since it may be wrong.
  init(_ text: String) {
    numbers = Array(
      text.split { $0 == " " || $0 == "(" || $0 == ")" }
        .compactMap { Characters.integer($0) }.dropFirst())
  }

  var text: String {
    "(" + ([numbers.count] + numbers).map { String($0) }.joined(separator: " ") + ")"
  }
}
