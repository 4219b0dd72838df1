import Core

/// A value that replaces an application's own: the extremes of every range, and every wrong type.
enum HostileValue: CaseIterable {
  case smallest, largest, minusOne, zero, huge
  case emptyText, longText, manyMarks, unsafeText
  case null, yes, emptyArray, emptyObject, deepArray

  func json(longText: Int) -> JSON {
    switch self {
    case .smallest: .number(String(Int.min))
    case .largest: .number(String(Int.max))
    case .minusOne: .number("-1")
    case .zero: .number("0")
    case .huge: .number("1e308")
    case .emptyText: .string("")
    case .longText: .string(String(repeating: "wide 東 ", count: longText / 9))
    // A single character to the user.
    case .manyMarks: .string("e" + String(repeating: "\u{301}", count: longText / 2))
    case .unsafeText: .string("\u{1B}[31m\n\t\0\u{202E}\u{200D}\r\n\u{FFFD}")
    case .null: .null
    case .yes: .bool(true)
    case .emptyArray: .array([])
    case .emptyObject: .object([])
    case .deepArray: (0..<HostileValue.depth).reduce(.array([])) { inner, _ in .array([inner]) }
    }
  }

  /// The maximum depth that fits below the deepest value of a state, so that it stays readable.
  private static let depth = 20
}
