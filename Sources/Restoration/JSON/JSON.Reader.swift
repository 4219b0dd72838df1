extension JSON {
  /// Reads one JSON text (RFC 8259, UTF-8, with or without a byte order mark).
  ///
  /// Throws `JSON.Malformed`.
  public init(_ bytes: [UInt8], limits: Limits = .answer) throws {
    self = try bytes.withUnsafeBufferPointer { buffer in
      var reader = Reader(bytes: buffer, limits: limits)
      return try reader.readText()
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: Limits
    var offset = 0
    var depth = 0
    var values = 0

    mutating func readText() throws -> JSON {
      if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        throw malformed("this is UTF-16; JSON is written in UTF-8")
      }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
      skipSpace()
      if offset == bytes.count { throw malformed("there is nothing here") }
      let value = try readValue()
      skipSpace()
      if offset < bytes.count { throw malformed("there is more after the end of the value") }
      return value
    }

    private func malformed(_ reason: String, at place: Int? = nil) -> Malformed {
      Malformed(at: place ?? offset, in: bytes, reason: reason)
    }

    private mutating func skipSpace() {
      while offset < bytes.count {
        switch bytes[offset] {
        case 0x20, 0x0A, 0x0D, 0x09: offset += 1
        default: return
        }
      }
    }

    private mutating func readValue() throws -> JSON {
      values += 1
      if values > limits.values { throw malformed("there are more than \(limits.values) values") }
      guard offset < bytes.count else { throw malformed("a value is missing") }
      switch bytes[offset] {
      case UInt8(ascii: "{"): return try nested { reader in try reader.readObject() }
      case UInt8(ascii: "["): return try nested { reader in try reader.readArray() }
      case UInt8(ascii: "\""): return .string(try readString())
      case UInt8(ascii: "t"): return try readWord("true", .bool(true))
      case UInt8(ascii: "f"): return try readWord("false", .bool(false))
      case UInt8(ascii: "n"): return try readWord("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
      case let byte: throw malformed("\(name(of: byte)) can't begin a value")
      }
    }

    private mutating func nested(_ read: (inout Reader) throws -> JSON) throws -> JSON {
      depth += 1
      if depth > limits.depth { throw malformed("values stand more than \(limits.depth) deep in each other") }
      defer { depth -= 1 }
      return try read(&self)
    }

    private mutating func readArray() throws -> JSON {
      let start = offset
      offset += 1
      var elements: [JSON] = []
      skipSpace()
      if take("]") { return .array([]) }
      while true {
        elements.append(try readValue())
        skipSpace()
        if take("]") { return .array(elements) }
        if take(",") {
          skipSpace()
          if peek("]") { throw malformed("a value is missing after the comma") }
        } else {
          throw unclosed("array", "]", from: start)
        }
      }
    }

    private mutating func readObject() throws -> JSON {
      let start = offset
      offset += 1
      var members: [Member] = []
      skipSpace()
      if take("}") { return .object([]) }
      while true {
        guard peek("\"") else {
          if offset == bytes.count { throw unclosed("object", "}", from: start) }
          throw malformed("a key in quotation marks is expected here")
        }
        let keyStart = offset
        let key = try readString()
        if !limits.allowsDuplicateKeys, members.contains(where: { $0.key == key }) {
          throw malformed("the key stands twice", at: keyStart)
        }
        skipSpace()
        guard take(":") else { throw malformed("\":\" is missing after the key") }
        skipSpace()
        members.append(Member(key, try readValue()))
        skipSpace()
        if take("}") { return .object(members) }
        if take(",") { skipSpace() } else { throw unclosed("object", "}", from: start) }
      }
    }

    private func unclosed(_ what: String, _ bracket: String, from start: Int) -> Malformed {
      if offset < bytes.count {
        return malformed("\",\" or \"\(bracket)\" is expected here, not \(name(of: bytes[offset]))")
      }
      let opening = malformed("", at: start)
      return malformed(
        "the \(what) that begins in line \(opening.line) isn't closed; \"\(bracket)\" is missing")
    }

    private mutating func readWord(_ word: StaticString, _ value: JSON) throws -> JSON {
      let end = offset + word.utf8CodeUnitCount
      guard end <= bytes.count,
        (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[offset + $0] == word.utf8Start[$0] })
      else { throw malformed("\(word) is expected here") }
      offset = end
      return value
    }

    private mutating func readNumber() throws -> JSON {
      let start = offset
      if peek("-") { offset += 1 }
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

    private mutating func readString() throws -> String {
      let start = offset
      offset += 1
      let contents = offset
      var hasEscapes = false
      while true {
        guard offset < bytes.count else { throw malformed("the text isn't closed; \"\\\"\" is missing") }
        let byte = bytes[offset]
        if byte == UInt8(ascii: "\"") { break }
        if byte < 0x20 {
          throw malformed("\(name(of: byte)) can't stand in a text; write it as an escape")
        }
        if byte == UInt8(ascii: "\\") {
          hasEscapes = true
          offset += 1
        }
        offset += 1
      }
      let written = UnsafeBufferPointer(rebasing: bytes[contents..<offset])
      guard written.count <= limits.stringBytes else {
        throw malformed("the text is longer than \(limits.stringBytes) bytes", at: start)
      }
      guard let text = String(validating: written, as: UTF8.self) else {
        throw notUTF8(from: contents)
      }
      defer { offset += 1 }
      return hasEscapes ? try unescape(text, from: contents) : text
    }

    private func notUTF8(from start: Int) -> Malformed {
      // Find the first byte that no valid prefix reaches.
      var end = start
      while end < offset {
        let byte = bytes[end]
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let next = min(offset, end + length)
        let one = UnsafeBufferPointer(rebasing: bytes[end..<next])
        if String(validating: one, as: UTF8.self) == nil { break }
        end = next
      }
      return malformed(
        "byte 0x\(String(bytes[min(end, bytes.count - 1)], radix: 16, uppercase: true)) isn't UTF-8; "
          + "if this is Latin-1, save it as UTF-8", at: end)
    }

    private func unescape(_ text: String, from start: Int) throws -> String {
      var result = String.UnicodeScalarView()
      var scalars = text.unicodeScalars.makeIterator()
      while let scalar = scalars.next() {
        guard scalar == "\\" else {
          result.append(scalar)
          continue
        }
        switch scalars.next() {
        case "\"": result.append("\"")
        case "\\": result.append("\\")
        case "/": result.append("/")
        case "b": result.append("\u{8}")
        case "f": result.append("\u{C}")
        case "n": result.append("\n")
        case "r": result.append("\r")
        case "t": result.append("\t")
        case "u":
          guard let unit = codeUnit(&scalars) else { throw badEscape(start) }
          result.append(scalarNamed(by: unit, &scalars))
        default: throw badEscape(start)
        }
      }
      return String(result)
    }

    /// The scalar that a `\u` escape names; half a surrogate pair becomes U+FFFD.
    private func scalarNamed(
      by unit: UInt32, _ scalars: inout String.UnicodeScalarView.Iterator
    ) -> Unicode.Scalar {
      if let scalar = Unicode.Scalar(unit) { return scalar }
      var ahead = scalars
      guard unit < 0xDC00, ahead.next() == "\\", ahead.next() == "u",
        let low = codeUnit(&ahead), (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      else { return "\u{FFFD}" }
      scalars = ahead
      return scalar
    }

    private func codeUnit(_ scalars: inout String.UnicodeScalarView.Iterator) -> UInt32? {
      var unit: UInt32 = 0
      for _ in 0..<4 {
        guard let digit = scalars.next().flatMap({ Character($0).hexDigitValue }) else { return nil }
        unit = unit << 4 | UInt32(digit)
      }
      return unit
    }

    private func badEscape(_ start: Int) -> Malformed {
      malformed("the text that begins here holds an escape that JSON doesn't know", at: start)
    }

    private func peek(_ character: Unicode.Scalar) -> Bool {
      offset < bytes.count && bytes[offset] == UInt8(ascii: character)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard peek(character) else { return false }
      offset += 1
      return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private func name(of byte: UInt8) -> String {
      byte > 0x20 && byte < 0x7F
        ? "\"\(Character(Unicode.Scalar(byte)))\""
        : "byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }
}
