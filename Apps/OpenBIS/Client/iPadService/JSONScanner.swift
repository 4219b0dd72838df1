import Reprise

/// Finds the byte ranges of values in a long JSON text without parsing all of it.
///
/// The scanner looks only at brackets and quotation marks; ``value(_:)`` validates values.
struct JSONScanner {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a value, with a limit of 64 MiB of memory in addition to the whole text. Throws
  /// `OpenBISError.unexpected` if it isn't valid JSON.
  func value(_ range: Range<Int>) throws -> JSON {
    do {
      return try JSON(Array(bytes[range]), limits: .part)
    } catch let malformed as JSON.Malformed {
      throw OpenBISError.unexpected(
        "JSON that can't be read (\(malformed.reason))", expected: "an answer")
    }
  }

  /// Returns the ranges of an object's values by key; the last one of a repeated key.
  ///
  /// Looks only for the given keys, because an object may have millions of others.
  func members(_ names: [String], of range: Range<Int>) throws -> [String: Range<Int>] {
    var members: [String: Range<Int>] = [:]
    var place = try opened(range, UInt8(ascii: "{"))
    while true {
      place = blanks(place, range.upperBound)
      if place < range.upperBound, bytes[place] == UInt8(ascii: "}") { return members }
      let key = try end(of: place, before: range.upperBound)
      let name = try name(place..<key, among: names)
      place = blanks(key, range.upperBound)
      guard place < range.upperBound, bytes[place] == UInt8(ascii: ":") else { throw Self.broken }
      place = blanks(place + 1, range.upperBound)
      let last = try end(of: place, before: range.upperBound)
      if let name { members[name] = place..<last }
      place = try separated(last, range.upperBound, UInt8(ascii: "}"))
    }
  }

  /// Returns which of the names a quoted key is; `nil` if it is none of them.
  private func name(_ key: Range<Int>, among names: [String]) throws -> String? {
    guard key.count >= 2, bytes[key.lowerBound] == UInt8(ascii: "\"") else { throw Self.broken }
    let text = bytes[key.lowerBound + 1..<key.upperBound - 1]
    if let name = names.first(where: { text.elementsEqual($0.utf8) }) { return name }
    // An escaped character takes up to six bytes, so a longer text can't be one of the names.
    let longest = names.map(\.utf8.count).max() ?? 0
    guard text.count <= 6 * longest, text.contains(UInt8(ascii: "\\")) else { return nil }
    let name = try value(key).string
    return names.first { $0 == name }
  }

  /// Calls `body` with the range of each element of an array.
  func forEachElement(of range: Range<Int>, _ body: (Range<Int>) throws -> Void) throws {
    // A table without rows may have null instead.
    guard range.lowerBound < range.upperBound, bytes[range.lowerBound] == UInt8(ascii: "[") else {
      if try value(range) == .null { return }
      throw OpenBISError.unexpected(try value(range).kind, expected: "a list")
    }
    var place = range.lowerBound + 1
    while true {
      place = blanks(place, range.upperBound)
      if place < range.upperBound, bytes[place] == UInt8(ascii: "]") { return }
      let last = try end(of: place, before: range.upperBound)
      try body(place..<last)
      place = try separated(last, range.upperBound, UInt8(ascii: "]"))
    }
  }

  private static var broken: OpenBISError {
    .unexpected("JSON that breaks off", expected: "an answer")
  }

  /// Returns the index after a container's opening bracket. Skips a byte order mark.
  private func opened(_ range: Range<Int>, _ bracket: UInt8) throws -> Int {
    var start = range.lowerBound
    if bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    start = blanks(start, range.upperBound)
    guard start < range.upperBound, bytes[start] == bracket else {
      throw OpenBISError.unexpected(
        range.isEmpty ? "nothing" : (try? value(range))?.kind ?? "something else",
        expected: "an answer of JSON-RPC")
    }
    return start + 1
  }

  private func blanks(_ start: Int, _ end: Int) -> Int {
    var place = start
    while place < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    return place
  }

  /// Returns the index after the comma that follows a value, or the index of the closing bracket.
  private func separated(_ start: Int, _ end: Int, _ bracket: UInt8) throws -> Int {
    let place = blanks(start, end)
    guard place < end else { throw Self.broken }
    if bytes[place] == UInt8(ascii: ",") { return place + 1 }
    guard bytes[place] == bracket else { throw Self.broken }
    return place
  }

  /// Returns the index after the value that begins at `start`.
  private func end(of start: Int, before limit: Int) throws -> Int {
    try bytes.withUnsafeBufferPointer { bytes in
      guard start < limit else { throw Self.broken }
      switch bytes[start] {
      case UInt8(ascii: "\""): return try Self.endOfText(bytes, start, limit)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        var depth = 0
        var place = start
        while place < limit {
          switch bytes[place] {
          case UInt8(ascii: "\""):
            place = try Self.endOfText(bytes, place, limit)
            continue
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 0 { return place + 1 }
          default: break
          }
          place += 1
        }
        throw Self.broken
      default:
        var place = start
        while place < limit,
          !(bytes[place] == 0x2C || bytes[place] == 0x7D || bytes[place] == 0x5D),
          bytes[place] > 0x20
        { place += 1 }
        guard place > start else { throw Self.broken }
        return place
      }
    }
  }

  private static func endOfText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int
  ) throws -> Int {
    var place = start + 1
    while place < limit {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""): return place + 1
      default: place += 1
      }
    }
    throw Self.broken
  }
}

extension JSON.Limits {
  /// The limits for parsing a part of a response in addition to the whole.
  static let part: JSON.Limits = {
    var limits = JSON.Limits.answer
    limits.memory = 64 << 20
    return limits
  }()
}
