import Glibc

/// A gzip-compressed file, read sequentially with zlib. Concatenated members are one content.
///
/// zlib is loaded on first use, so that other files can be read without it.
final class PackedFile {
  static let magic: [UInt8] = [0x1F, 0x8B]
  /// The maximum decompressed size in bytes. Protects against decompression bombs.
  static let byteLimit = 4 << 30
  /// The maximum decompressed size as a multiple of the compressed size.
  static let mostTimes = 100
  static let wholeByteLimit = 64 << 20

  private let library: Library
  private let path: String
  private var handle: OpaquePointer?

  /// Reads from a duplicate of the descriptor. The caller still closes its own.
  init(_ descriptor: Int32, path: String) throws {
    self.path = path
    guard let library = Library() else {
      throw FormatError(
        .whole, "\(path) is compressed with gzip, and zlib, which unpacks it, isn't installed.",
        advice: "Unpack it with gunzip first.")
    }
    self.library = library
    let own = dup(descriptor)
    guard own >= 0, lseek(own, 0, SEEK_SET) == 0, let handle = library.open(own, "rb") else {
      if own >= 0 { close(own) }
      throw damage()
    }
    self.handle = handle
  }

  deinit { if let handle { _ = library.close(handle) } }

  /// Reads the next bytes; fewer at the end. Throws if the data are damaged or truncated.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        library.read(
          handle, buffer.baseAddress?.advanced(by: done), UInt32(min(count - done, 1 << 30)))
      }
      guard got >= 0 else { throw damage() }
      // Checked immediately: since zlib 1.3.2 the next read clears the error for truncated data.
      if Int(got) < min(count - done, 1 << 30), library.failed(handle) { throw damage() }
      if got == 0 { break }
      done += Int(got)
    }
    bytes.removeLast(count - done)
    if done < count { try finish() }
    return bytes
  }

  /// In the compressed file, for progress.
  var offset: Int { handle.map { max(0, library.offset($0)) } ?? 0 }

  /// Only `gzclose` reports whether the file was complete.
  private func finish() throws {
    guard let handle else { return }
    self.handle = nil
    guard library.close(handle) == 0 else { throw damage() }
  }

  private func damage() -> FormatError {
    FormatError(
      .whole, "\(path) is compressed with gzip, and its data are damaged or end too early.",
      advice: "Check that all of it was copied; gunzip -t says more.")
  }

  static func innerName(_ path: String) -> String {
    path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
  }
}

extension PackedFile {
  private struct Library {
    typealias Open = @convention(c) (Int32, UnsafePointer<CChar>) -> OpaquePointer?
    typealias Read = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UInt32) -> Int32
    typealias Offset = @convention(c) (OpaquePointer?) -> Int
    typealias Failure =
      @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?) -> UnsafePointer<CChar>?
    typealias Close = @convention(c) (OpaquePointer?) -> Int32

    let open: Open
    let read: Read
    let offset: Offset
    let failure: Failure
    let close: Close

    /// Fails if zlib isn't installed. The library stays loaded until the process ends.
    init?() {
      let name = "libz.so.1"
      guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL), let open = dlsym(library, "gzdopen"),
        let read = dlsym(library, "gzread"), let offset = dlsym(library, "gzoffset"),
        let failure = dlsym(library, "gzerror"), let close = dlsym(library, "gzclose_r")
      else { return nil }
      self.open = unsafeBitCast(open, to: Open.self)
      self.read = unsafeBitCast(read, to: Read.self)
      self.offset = unsafeBitCast(offset, to: Offset.self)
      self.failure = unsafeBitCast(failure, to: Failure.self)
      self.close = unsafeBitCast(close, to: Close.self)
    }

    /// `Z_STREAM_END` (1) isn't an error.
    func failed(_ handle: OpaquePointer?) -> Bool {
      var code: Int32 = 0
      _ = failure(handle, &code)
      return code != 0 && code != 1
    }
  }
}
