import Foundation

/// A regular file that is open for reading, and closed on deinitialization.
final class OpenedFile: Sendable {
  private let descriptor: Int32
  private let path: String
  let byteCount: Int
  /// The compressed file that this is the content of; `nil` for a file that is read directly.
  private let origin: OpenedFile?

  /// Opens a regular file. Throws for pipes, devices and directories.
  init(_ path: String) throws {
    // `O_NONBLOCK`: opening a pipe without a writer must not block.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    self.path = path
    origin = nil
    guard descriptor >= 0 else {
      byteCount = 0
      throw OpenedFile.problem(path, errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      byteCount = 0
      throw OpenedFile.problem(path, errno)
    }
    byteCount = max(0, Int(status.st_size))
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FormatError(
        .whole, "\(path) is no plain file.",
        advice: "Choose a file; save what a program writes first.")
    }
  }

  /// Takes ownership of the descriptor of an unlinked file.
  init(_ descriptor: Int32, byteCount: Int, unpackedFrom origin: OpenedFile) {
    self.descriptor = descriptor
    path = origin.path
    self.byteCount = byteCount
    self.origin = origin
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Calls `use` with the descriptor, and the path for error messages.
  func withDescriptor<Value>(_ use: (Int32, String) throws -> Value) throws -> Value {
    try use(descriptor, path)
  }

  private static func problem(_ path: String, _ code: Int32) -> FormatError {
    FormatError(
      .whole, "\(path) can't be read: \(String(cString: strerror(code))).",
      advice: "Check the path and its permissions.")
  }

  /// The size and modification time; for decompressed content, those of the compressed file.
  var stamp: String {
    if let origin { return origin.stamp }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return "" }
    #if os(Linux)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return "\(status.st_size)-\(time.tv_sec)-\(time.tv_nsec)"
  }

  /// Reads bytes. Returns fewer if the file has become shorter.
  func read(_ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count,
          off_t(range.lowerBound + count))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw OpenedFile.problem(path, errno) }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
