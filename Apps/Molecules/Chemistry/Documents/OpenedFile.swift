import FoundationEssentials
import Glibc

/// A regular file that is open for reading, and closed on deinitialization.
final class OpenedFile: Sendable {
  private let descriptor: Int32
  private let path: String
  let byteCount: Int
  /// The compressed file that this is the content of; `nil` for a file that is read directly.
  private let origin: OpenedFile?

  /// Throws for pipes, devices and directories.
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
        .whole, "\(path) isn't a plain file.",
        advice: "Choose a file; save a program's output first.")
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
    let time = status.st_mtim
    return "\(status.st_size)-\(time.tv_sec)-\(time.tv_nsec)"
  }

  /// Returns fewer bytes if the file has become shorter.
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

extension OpenedFile {
  var isPacked: Bool {
    (try? read(0..<min(byteCount, PackedFile.magic.count))) == PackedFile.magic
  }

  /// Decompresses into an unlinked temporary file; returns `self` if it isn't compressed.
  /// `progress` receives fractions from 0 to 1, and can cancel by throwing.
  func unpacked(
    in directory: String = OpenedFile.directoryForUnpacking, limit: Int = PackedFile.byteLimit,
    free: Int? = nil,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> OpenedFile {
    guard isPacked else { return self }
    let packed = try PackedFile(descriptor, path: path)
    let copy = try OpenedFile.nameless(in: directory)
    let bound = OpenedFile.bound(
      of: byteCount, limit: limit, free: free ?? OpenedFile.freeBytes(for: copy), directory)
    var size = 0
    do {
      while true {
        let bytes = try packed.read(1 << 20)
        size += bytes.count
        guard size <= bound.byteCount else {
          throw FormatError(
            .whole,
            "\(path) has more than \(bound.byteCount >> 20) MiB once unpacked: \(bound.reason).",
            advice: bound.advice)
        }
        try OpenedFile.append(bytes, to: copy, path)
        guard bytes.count == 1 << 20 else { break }
        try progress(Double(packed.offset) / Double(max(1, byteCount)))
      }
    } catch {
      close(copy)
      throw error
    }
    return OpenedFile(copy, byteCount: size, unpackedFrom: self)
  }

  func head(_ count: Int) throws -> [UInt8] {
    guard isPacked else { return try read(0..<min(byteCount, count)) }
    // The beginning identifies the format even if the file is damaged further on.
    return try PackedFile(descriptor, path: path).read(count)
  }

  /// Reads enough leading bytes to detect the format: more than usual if a structure is large.
  func headToSniff() throws -> [UInt8] {
    var count = ChemicalFormat.sniffedByteCount
    var head = try head(count)
    while head.count == count, count < 16 << 20, ChemicalFormat.isUndecided(head) {
      count *= 4
      head = try self.head(count)
    }
    return head
  }

  private static func bound(
    of packedSize: Int, limit: Int, free: Int, _ directory: String
  ) -> (byteCount: Int, reason: String, advice: String) {
    let split = "Unpack it with gunzip, and split it, or convert it to an SDfile."
    return [
      (limit, "the limit", split),
      // Molecule files shrink to a fifth, or to a twentieth. A decompression bomb shrinks far more.
      (
        max(64 << 20, PackedFile.mostTimes * packedSize),
        "\(PackedFile.mostTimes) times its size, too much for a chemical file", split
      ),
      (
        free / 2, "half of what is free in \(directory), which others need, too",
        "Free some space, or set TMPDIR to another folder."
      ),
    ].min { $0.0 < $1.0 } ?? (limit, "", split)
  }

  private static func freeBytes(for descriptor: Int32) -> Int {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return .max }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        .partialValue)
  }

  /// The directory for decompressed files: `TMPDIR`, else /var/tmp. /tmp may be in memory.
  static var directoryForUnpacking: String {
    let own = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return [own, "/var/tmp", "/tmp"].first { !$0.isEmpty && access($0, W_OK | X_OK) == 0 } ?? "/tmp"
  }

  private static func nameless(in directory: String) throws -> Int32 {
    var template = Array("\(directory)/molecules-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw FormatError(
        .whole, "Nothing can be unpacked in \(directory): \(String(cString: strerror(errno))).",
        advice: "Set TMPDIR to a folder with free space.")
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func append(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else {
        throw FormatError(
          .whole, "\(path) can't be unpacked: \(String(cString: strerror(errno))).",
          advice: "Free some space, or set TMPDIR to another folder.")
      }
      done += put
    }
  }
}
