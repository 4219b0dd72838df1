import Foundation

extension StandardFiles {
  /// Writes all of a text to a file that is open. Throws `OutputError`.
  static func write(_ text: String, to descriptor: Int32) throws {
    try write(text) { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Writes all of a text with `system`, the system's `write`: it may take a part only, and a signal may interrupt it.
  static func write(_ text: String, with system: (UnsafeRawBufferPointer) -> Int) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes(system)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw OutputError(code: count == 0 ? EIO : errno)
      }
    }
  }
}
