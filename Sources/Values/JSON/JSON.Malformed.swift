public import Foundation

extension JSON {
  /// A text that isn't JSON, with the place where that shows.
  public struct Malformed: Error, Hashable, Sendable {
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in characters.
    public let column: Int
    /// What is wrong there, as a clause: "the array isn't closed".
    public let reason: String

    public init(line: Int, column: Int, reason: String) {
      self.line = line
      self.column = column
      self.reason = reason
    }

    /// Not a character: no editor counts it.
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
  public var description: String { "line \(line), column \(column): \(reason)" }
  public var errorDescription: String? { description }
}
