import Restoration

@testable import Core

extension ReadingLaws {
  /// A text that is JSON reads the same once it is written again, on one line or on many; where one
  /// isn't, there is a place in it that says so.
  static func checkText(_ text: [UInt8]) throws {
    let value: JSON
    do {
      value = try JSON(text)
    } catch let malformed as JSON.Malformed {
      try hold(
        (1...1 + text.count { $0 == 0x0A }).contains(malformed.line)
          && (1...1 + text.count).contains(malformed.column),
        "a text of \(text.count) bytes is malformed where it has no place: \(malformed)")
      return
    }
    let written = value.bytes
    try hold(written.count <= 6 * text.count, "\(text.count) bytes became \(written.count)")
    for again in [written, Array(value.indented.utf8)] {
      let reread = try JSON(again)
      try hold(reread == value && reread.bytes == written, "JSON that was written reads otherwise")
    }
    try checkNumbers(in: value)
    if let small = try? JSON(text, limits: .snapshot) {
      try hold(small == value, "other limits read another value")
    }
  }

  /// A whole number is the same number as an `Int` and as a `Double`.
  private static func checkNumbers(in value: JSON) throws {
    switch value {
    case .number(let text):
      guard let int = value.int else { break }
      try hold(value.double == Double(int), "\(text) is \(int)")
    case .array(let elements):
      for element in elements { try checkNumbers(in: element) }
    case .object(let members):
      for member in members { try checkNumbers(in: member.value) }
    case .null, .bool, .string: break
    }
  }
}
