/// A header of an HTTP request or response: a name and a value.
public struct HTTPHeader: Hashable, Sendable {
  /// The header's name, as it was written. HTTP ignores the case of names.
  public let name: String
  /// The header's value, without the name and colon.
  public let value: String

  /// Creates a header from its name and value.
  ///
  ///     HTTPHeader("Accept", "application/json")
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Parses a header from a line `Name: value`. Returns `nil` if the name isn't valid, or if the
  /// name or value contains control characters, which could start another header.
  ///
  ///     HTTPHeader(line: "Accept: application/json")
  public init?(line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(HTTPHeader.isToken) else {
      return nil
    }
    let value = parts[1].drop { $0 == " " || $0 == "\t" }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    self.init(String(parts[0]), String(value))
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension [HTTPHeader] {
  /// Returns the value of the last header with a name; `nil` if there is none. Upper and lower case
  /// are equivalent.
  public func value(_ name: String) -> String? {
    last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The status line and headers of a response, parsed line by line.
struct ResponseHead {
  private(set) var status = 0
  private(set) var reason = ""
  private(set) var headers: [HTTPHeader] = []
  private var isOpen = false

  /// Discards lines before another status line, such as those of "100 Continue", and lines after
  /// the end of the head, such as the trailer of a chunked body.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line, as: UTF8.self).trimmingLineEnd
    if text.hasPrefix("HTTP/") {
      let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      reason = parts.count > 2 ? String(parts[2]) : ""
      headers = []
      isOpen = true
    } else if text.isEmpty {
      isOpen = false
    } else if isOpen, let header = HTTPHeader(line: text) {
      headers.append(header)
    }
  }

  var expectedLength: Int? {
    let encoding = headers.value("Content-Encoding") ?? "identity"
    guard encoding.lowercased() == "identity", let length = headers.value("Content-Length") else {
      return nil
    }
    return Int(length).flatMap { $0 < 0 ? nil : $0 }
  }
}

extension String {
  fileprivate var trimmingLineEnd: String {
    // A carriage return and a line feed are one Character.
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
