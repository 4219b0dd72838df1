import Foundation

/// A file compressed with gzip, read from its beginning by zlib.
///
/// zlib is opened when the first such file is: most machines have it, and nobody who has no such file needs it. Several compressed parts
/// one behind the other are one content.
final class PackedFile {
  static let magic: [UInt8] = [0x1F, 0x8B]
  /// The most that is unpacked of one file, in bytes: a small file can hold any number of zeros.
  static let byteLimit = 4 << 30
  /// The most that is unpacked of one file, as a multiple of its size.
  static let mostTimes = 100
  /// The most where the content is read as a whole.
  static let wholeByteLimit = 64 << 20

  private let library: Library
  private let path: String
  private var handle: OpaquePointer?

  /// Begins with a descriptor that stays the caller's.
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

  /// Reads on; fewer bytes than asked for are the last ones. Throws where the compressed data are damaged or end too early.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        library.read(
          handle, buffer.baseAddress?.advanced(by: done), UInt32(min(count - done, 1 << 30)))
      }
      guard got >= 0 else { throw damage() }
      // Asked at once: from zlib 1.3.2 on the next read forgets that the data ended too early.
      if Int(got) < min(count - done, 1 << 30), library.failed(handle) { throw damage() }
      if got == 0 { break }
      done += Int(got)
    }
    bytes.removeLast(count - done)
    if done < count { try finish() }
    return bytes
  }

  /// The offset in the compressed file, for progress.
  var offset: Int { handle.map { max(0, library.offset($0)) } ?? 0 }

  /// zlib says only now whether the file was complete.
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

  /// The name of what is in it: "drugs.sdf" of "drugs.sdf.gz".
  static func innerName(_ path: String) -> String {
    path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
  }
}

extension PackedFile {
  /// The functions of zlib that read a file.
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

    /// Nil where zlib isn't there. What is opened stays so until the process ends.
    init?() {
      #if canImport(Darwin)
        let name = "libz.1.dylib"
      #else
        let name = "libz.so.1"
      #endif
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

    /// True if the last read met with an error; Z_STREAM_END is none.
    func failed(_ handle: OpaquePointer?) -> Bool {
      var code: Int32 = 0
      _ = failure(handle, &code)
      return code != 0 && code != 1
    }
  }
}
