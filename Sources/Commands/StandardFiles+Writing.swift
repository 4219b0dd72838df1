import Foundation

extension StandardFiles {
  static func write(_ text: String, to descriptor: Int32) throws {
    try write(text) { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Writes all of the text with the system's `write`, which may write only a part or be
  /// interrupted by a signal.
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
