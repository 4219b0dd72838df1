/// The status line and headers of a response, parsed line by line.
struct ResponseHead {
  private(set) var status = 0
  private(set) var reason = ""
  private(set) var headers: [HTTPHeader] = []
  private var isOpen = false

  /// Parses the next line, with or without its line end.
  ///
  /// Lines before another status line, such as those of "100 Continue", are discarded, and so are
  /// lines after the end of the head, such as the trailer of a chunked body.
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
