public import Foundation

extension JSON {
  /// The error for text that isn't valid JSON, with the position of the first error.
  public struct Malformed: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1, in characters.
    public let column: Int
    /// The error as a clause: "the array isn't closed".
    public let reason: String

    static let nothing = "there is nothing here"

    /// Whether the text is empty or has only whitespace.
    public var isEmpty: Bool { reason == JSON.Malformed.nothing }

    /// Creates an error with a position and a reason.
    public init(line: Int, column: Int, reason: String) {
      self.line = line
      self.column = column
      self.reason = reason
    }

    /// The byte order mark, not counted as a column because editors don't count it either.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, reason: String) {
      let before = bytes.prefix(offset)
      let firstLine = bytes.starts(with: JSON.Malformed.byteOrderMark) ? min(3, before.count) : 0
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? firstLine
      // Bytes 10xxxxxx continue a UTF-8 character.
      let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
      self.init(
        line: before.count { $0 == 0x0A } + 1, column: characters + 1, reason: reason)
    }
  }
}

extension JSON.Malformed: LocalizedError, CustomStringConvertible {
  /// The position and the error: "line 1, column 2: the array isn't closed".
  public var description: String { "line \(line), column \(column): \(reason)" }
  /// The same as `description`.
  public var errorDescription: String? { description }
}
