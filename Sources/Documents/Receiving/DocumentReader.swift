import Core
import Glibc

/// Reads documents that the user names, from plain files or standard input, up to a size limit.
///
/// Pipes, devices, directories and sockets are rejected as files, so reading a file never blocks.
/// Standard input may be a pipe.
public struct DocumentReader: Sendable {
  /// The maximum size of a document, in bytes. Reading a larger one throws
  /// `DocumentError.tooLarge`.
  public let limit: Int

  /// A function that receives the progress of reading: the number of bytes read, and the total
  /// number if it is known. It can throw an error to cancel reading.
  public typealias Progress = (_ read: Int, _ total: Int?) throws -> Void

  /// Creates a reader that rejects documents larger than a limit in bytes, by default 512 MiB.
  ///
  ///     DocumentReader(limit: 64 << 20)
  public init(limit: Int = 512 << 20) { self.limit = max(0, limit) }

  /// Checks that a path leads to a readable plain file, and returns its size in bytes. Throws
  /// `DocumentError`.
  public func examine(_ path: String) throws(DocumentError) -> Int {
    let (descriptor, size) = try open(path)
    close(descriptor)
    return size
  }

  /// Reads a whole file. Throws `DocumentError` if it can't be read or is too large, and the errors
  /// of `progress`.
  public func read(_ path: String, progress: Progress = { _, _ in }) throws -> [UInt8] {
    let (descriptor, size) = try open(path)
    defer { close(descriptor) }
    guard size <= limit else { throw tooLarge(path) }
    // Some system files report a size of 0 although they have contents.
    return try read(descriptor, name: path, total: size == 0 ? nil : size, progress: progress)
  }

  /// Reads the beginning of a file, from which its type can be identified. Throws `DocumentError`
  /// if the file can't be read.
  public func head(_ path: String) throws(DocumentError) -> DocumentHead {
    let (descriptor, _) = try open(path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < DocumentHead.byteCount {
      let got = Glibc.read(descriptor, &buffer, buffer.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system("read", path: path, code: errno) }
      if got == 0 { break }
      bytes += buffer[..<got]
    }
    return DocumentHead(bytes)
  }

  /// Reads standard input to its end if it is a pipe or a file. Rejects terminals and other
  /// devices. Throws `DocumentError` and the errors of `progress`.
  public func readStandardInput(
    _ descriptor: Int32 = 0, progress: Progress = { _, _ in }
  ) throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw DocumentError.system("read", path: "standard input", code: errno)
    }
    if isatty(descriptor) == 1 { throw DocumentError.noInput }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO, S_IFSOCK: break
    default:
      throw DocumentError.notAFile(path: "Standard input", what: FileKind.text(status.st_mode))
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    return try read(
      descriptor, name: "Standard input", total: isFile ? Int(status.st_size) : nil,
      progress: progress)
  }

  private func read(
    _ descriptor: Int32, name: String, total: Int?, progress: Progress
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    if let total { bytes.reserveCapacity(min(total, limit)) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var reported = 0
    while true {
      let got = Glibc.read(descriptor, &buffer, buffer.count)
      if got < 0, errno == EINTR { continue }
      if got < 0, errno == EAGAIN {
        // Another process has made the pipe non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
        continue
      }
      guard got >= 0 else { throw DocumentError.system("read", path: name, code: errno) }
      if got == 0 { return bytes }
      guard bytes.count + got <= limit else { throw tooLarge(name) }
      bytes += buffer[..<got]
      if bytes.count - reported >= 1 << 20 {
        reported = bytes.count
        try progress(reported, total)
      }
    }
  }

  private func tooLarge(_ name: String) -> DocumentError {
    .tooLarge(name: DocumentRegistry.lastComponent(name), limit: limit)
  }

  private func open(_ path: String) throws(DocumentError) -> (descriptor: Int32, size: Int) {
    // Checked before opening, because opening some devices has side effects.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .notAFile(path: path, what: FileKind.text(status.st_mode))
    }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .system("read", path: path, code: errno) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path, what: FileKind.text(status.st_mode))
    }
    return (descriptor, max(0, Int(status.st_size)))
  }
}

/// The process's standard input.
package enum StandardInput {
  /// Replaces standard input by the terminal after it was read to its end, so that keys can be
  /// read. Throws `DocumentError.system` if the process has no terminal.
  public static func reopenTerminal() throws(DocumentError) {
    // The terminal's real name is preferred over /dev/tty, because it identifies the terminal.
    let names = [STDOUT_FILENO, STDERR_FILENO].compactMap { descriptor in
      ttyname(descriptor).map { String(cString: $0) }
    }
    var code = ENXIO
    for name in names + ["/dev/tty"] {
      let terminal = open(name, O_RDWR | O_CLOEXEC)
      guard terminal >= 0 else {
        code = errno
        continue
      }
      defer { close(terminal) }
      guard dup2(terminal, STDIN_FILENO) >= 0 else {
        throw .system("opened", path: name, code: errno)
      }
      return
    }
    throw .system("opened", path: "/dev/tty", code: code)
  }
}
