public import Foundation

extension JSON {
  /// A text that isn't JSON, and the first place that shows it.
  public struct Malformed: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1, in characters.
    public let column: Int
    /// The fault as a clause: "the array isn't closed".
    public let reason: String

    static let nothing = "there is nothing here"

    /// True if the text has nothing but blanks.
    public var isEmpty: Bool { reason == JSON.Malformed.nothing }

    /// Creates a description of the fault.
    public init(line: Int, column: Int, reason: String) {
      self.line = line
      self.column = column
      self.reason = reason
    }

    /// The byte order mark, which isn't counted as a character: no editor counts it.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, reason: String) {
      let before = bytes.prefix(offset)
      let firstLine = bytes.starts(with: JSON.Malformed.byteOrderMark) ? min(3, before.count) : 0
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? firstLine
      // Bytes 10xxxxxx continue a character that another byte began.
      let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
      self.init(
        line: before.count { $0 == 0x0A } + 1, column: characters + 1, reason: reason)
    }
  }
}

extension JSON.Malformed: LocalizedError, CustomStringConvertible {
  /// The place and the fault: "line 1, column 2: the array isn't closed".
  public var description: String { "line \(line), column \(column): \(reason)" }
  /// The same as `description`.
  public var errorDescription: String? { description }
}
