import Core

extension Secret {
  /// The longest password, in bytes.
  static let longestPassword = 4096

  /// Returns the password in the first line; `nil` if that line is empty. Throws `PasswordError`.
  func password(
    from origin: PasswordError.Origin, limit: Int = Secret.longestPassword
  ) throws -> Secret? {
    try withBytes { bytes in
      var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.count <= limit else { throw PasswordError.tooLong(origin, limit: limit) }
      guard Secret.isText(line) else { throw PasswordError.notText(origin) }
      return line.isEmpty ? nil : Secret(bytes: line)
    }
  }

  /// Checks the bytes without copying them, because a `String` of them would stay in memory. A zero
  /// byte is refused: it ends a C string.
  private static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): if scalar.elementsEqual(CollectionOfOne(0)) { return false }
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
