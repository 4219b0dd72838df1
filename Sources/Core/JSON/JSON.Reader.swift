public import FoundationEssentials

extension JSON {
  /// Parses a JSON text (RFC 8259, UTF-8, with or without a byte order mark).
  ///
  ///     try JSON(Array(#"{"name": "north"}"#.utf8))
  ///
  /// Throws `JSON.Malformed`. An unpaired surrogate, which a string can't contain, becomes U+FFFD.
  public init(_ bytes: [UInt8], limits: Limits = .response) throws {
    self = try bytes.withUnsafeBufferPointer { buffer in
      var reader = Reader(bytes: buffer, limits: limits)
      return try reader.readText()
    }
  }

  struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: Limits
    var offset = 0
    var values = 0
    /// The estimated memory of the text and its values so far, in bytes.
    var memory: Int
    /// The keys read last, by a hash of their bytes.
    var recentKeys = [String](repeating: "", count: 64)

    init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
      self.bytes = bytes
      self.limits = limits
      memory = bytes.count
    }
  }
}

extension JSON.Reader {
  mutating func readText() throws -> JSON {
    try skipBeginning()
    let value = try readValue()
    skipSpace()
    if offset < bytes.count { throw malformed("there is more after the end of the value") }
    return value
  }

  mutating func skipBeginning() throws {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw malformed("this is UTF-16; JSON is written in UTF-8")
    }
    if bytes.starts(with: JSON.Malformed.byteOrderMark) { offset = 3 }
    skipSpace()
    if offset == bytes.count { throw malformed(JSON.Malformed.nothing) }
  }

  mutating func readLeaf() throws -> JSON {
    guard offset < bytes.count else { throw malformed("a value is missing") }
    switch bytes[offset] {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case let byte: throw malformed("\(name(of: byte)) can't begin a value")
    }
  }

  private mutating func readLiteral(_ literal: StaticString, _ value: JSON) throws -> JSON {
    let end = offset + literal.utf8CodeUnitCount
    guard end <= bytes.count,
      (0..<literal.utf8CodeUnitCount).allSatisfy({ bytes[offset + $0] == literal.utf8Start[$0] })
    else { throw malformed("\(literal) is expected here") }
    offset = end
    return value
  }

  private mutating func readNumber() throws -> JSON {
    let start = offset
    _ = take("-")
    if take("0") {
      if offset < bytes.count, isDigit(bytes[offset]) {
        throw malformed("a number can't begin with 0", at: start)
      }
    } else if skipDigits() == 0 {
      throw malformed("a digit is missing")
    }
    if take("."), skipDigits() == 0 { throw malformed("a digit is missing after the point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if skipDigits() == 0 { throw malformed("a digit is missing in the exponent") }
    }
    guard offset - start <= 400 else { throw malformed("the number is too long", at: start) }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
    return offset - start
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  // MARK: Steps

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  func peek(_ character: Unicode.Scalar) -> Bool {
    offset < bytes.count && bytes[offset] == UInt8(ascii: character)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek(character) else { return false }
    offset += 1
    return true
  }

  func malformed(_ reason: String, at index: Int? = nil) -> JSON.Malformed {
    JSON.Malformed(at: index ?? offset, in: bytes, reason: reason)
  }

  func name(of byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F
      ? "\"\(Character(Unicode.Scalar(byte)))\""
      : "byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

extension JSON {
  /// Limits for the depth and the size of a JSON text. Parsing a text that exceeds them throws
  /// `JSON.Malformed`.
  public struct Limits: Sendable {
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int
    /// The maximum number of values in total.
    public var values: Int
    /// The maximum length of a string in bytes. Escape sequences count as they are written.
    public var stringBytes: Int
    /// Whether an object may contain a key more than once. The last value then counts.
    public var allowsDuplicateKeys: Bool
    /// The maximum memory for the text and its values, in bytes. The memory of the values is
    /// estimated, and rather overestimated.
    public var memory: Int

    /// Creates limits for parsing. The default for the memory is 384 MiB.
    ///
    ///     JSON.Limits(depth: 100, values: 10_000, stringBytes: 1 << 20,
    ///       allowsDuplicateKeys: false)
    public init(
      depth: Int, values: Int, stringBytes: Int, allowsDuplicateKeys: Bool, memory: Int = 384 << 20
    ) {
      self.depth = depth
      self.values = values
      self.stringBytes = stringBytes
      self.allowsDuplicateKeys = allowsDuplicateKeys
      self.memory = memory
    }

    /// The limits for responses of servers. They are large enough for every usual response.
    public static let response = Limits(
      depth: 512, values: 50_000_000, stringBytes: 64 << 20, allowsDuplicateKeys: true)
    /// The limits for a part of a response, whose memory is used in addition to the whole text.
    package static let part = Limits(
      depth: 512, values: 50_000_000, stringBytes: 64 << 20, allowsDuplicateKeys: true,
      memory: 64 << 20)
  }
}

extension JSON {
  /// The error for a text that isn't valid JSON or exceeds the limits, with the position at which
  /// parsing failed.
  public struct Malformed: Error, Hashable, Sendable {
    /// The line at which parsing failed, counted from 1.
    public let line: Int
    /// The column at which parsing failed, in characters, counted from 1.
    public let column: Int
    /// The reason as a clause: "the array isn't closed".
    public let reason: String

    static let nothing = "there is nothing here"

    /// Whether the text is empty or has only whitespace.
    public var isEmpty: Bool { reason == JSON.Malformed.nothing }

    /// Creates an error from a line and a column, counted from 1, and a reason such as "the array
    /// isn't closed".
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
  /// The position and the reason: "line 1, column 2: the array isn't closed".
  public var description: String { "line \(line), column \(column): \(reason)" }
  /// The position and the reason for messages to the user: "line 1, column 2: the array isn't
  /// closed".
  public var errorDescription: String? { description }
}
