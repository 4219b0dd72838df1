extension JSON {
  /// A value in a JSON text that isn't decoded yet, so that reading a long list needs only the
  /// memory of the text and of one element. Finding parts checks keys and brackets; `value()`
  /// checks the rest. All errors are `JSON.Malformed`.
  package struct Part: Sendable {
    private let text: [UInt8]
    package let range: Range<Int>

    package init(_ text: [UInt8]) throws {
      self.text = text
      range = try Part.read(text, 0..<text.count) { reader in
        try reader.skipBeginning()
        return reader.offset..<text.count
      }
    }

    private init(_ text: [UInt8], _ range: Range<Int>) {
      self.text = text
      self.range = range
    }

    package var isArray: Bool { text[range.lowerBound] == UInt8(ascii: "[") }

    package func value() throws -> JSON {
      try Part.read(text, range, .part) { try $0.readValue() }
    }

    /// Visits each element of an array, or each key and value of an object.
    package func visit(_ body: (_ key: String, Part) throws -> Void) throws {
      try Part.read(text, range) { reader in
        try reader.skipParts { try body($0, Part(text, $1)) }
      }
    }

    /// Returns `nil` if this isn't an object. Of duplicate keys, the last one counts.
    package func members(_ keys: String...) throws -> [String: Part]? {
      guard text[range.lowerBound] == UInt8(ascii: "{") else { return nil }
      var members: [String: Part] = [:]
      try visit { key, part in if keys.contains(key) { members[key] = part } }
      return members
    }

    private static func read<Value>(
      _ text: [UInt8], _ range: Range<Int>, _ limits: Limits = .response,
      _ body: (inout Reader) throws -> Value
    ) throws -> Value {
      try text.withUnsafeBufferPointer { text in
        var reader = Reader(
          bytes: UnsafeBufferPointer(rebasing: text[..<range.upperBound]), limits: limits)
        (reader.offset, reader.memory) = (range.lowerBound, range.count)
        return try body(&reader)
      }
    }
  }
}
