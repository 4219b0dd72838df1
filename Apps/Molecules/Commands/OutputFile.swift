import FoundationEssentials
import Glibc
import Reprise

/// Writes a file atomically: it gets its name when it is complete, and a partial file is removed.
struct OutputFile {
  let path: String

  /// Throws `Unwritable` unless nothing, or a file to replace, is at the path.
  func write(_ bytes: [UInt8], replacing: Bool) throws {
    var status = stat()
    let isThere = stat(path, &status) == 0
    let mode = isThere ? status.st_mode & 0o7777 : nil
    switch isThere ? status.st_mode & S_IFMT : S_IFREG {
    case S_IFREG: break
    case S_IFDIR: throw Unwritable(path: path, code: EISDIR)
    // Replacing a pipe or device would turn it into a regular file for every other program, too.
    default: throw Unwritable(path: path, code: nil)
    }
    guard replacing || !isThere else { throw Unwritable(path: path, code: EEXIST) }
    let target = replacing ? try followed() : path
    let new = "\(target).\(UUID().uuidString.prefix(8)).new"
    guard put(bytes, into: new, mode: mode), give(new, to: target, replacing) else {
      let code = errno
      unlink(new)
      throw Unwritable(path: path, code: code)
    }
  }

  /// A symbolic link's target is replaced, and may be missing.
  private func followed() throws -> String {
    var target = path
    // Linux follows at most 40 links.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
      target = next.hasPrefix("/") ? next : directory + next
    }
    throw Unwritable(path: path, code: ELOOP)
  }

  /// Returns false if the file is incomplete, with the reason in `errno`.
  private func put(_ bytes: [UInt8], into new: String, mode: mode_t?) -> Bool {
    let descriptor = open(
      new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode.map { $0 & 0o600 } ?? 0o666)
    guard descriptor >= 0 else { return false }
    if let mode { fchmod(descriptor, mode) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        errno = code
        return false
      }
      rest = rest.dropFirst(count)
    }
    return close(descriptor) == 0
  }

  /// Unless `replacing`, a file created meanwhile isn't replaced.
  private func give(_ new: String, to target: String, _ replacing: Bool) -> Bool {
    if !replacing {
      guard link(new, target) != 0 else { return unlink(new) == 0 }
      // Some file systems have no hard links.
      guard errno != EEXIST, access(target, F_OK) != 0 else { return false }
    }
    return rename(new, target) == 0
  }
}

struct Unwritable: ExitCoded, Equatable {
  let path: String
  /// The system's error; `nil` if the path is neither a file nor a directory.
  let code: Int32?
  var exitCode: ExitCode { .cannotCreate }

  var errorDescription: String? {
    switch code {
    case nil: "\(path) is a pipe, a device or another non-file."
    case EEXIST?: "\(path) already exists."
    case let code?: "\(path) can't be written: \(String(cString: strerror(code)))."
    }
  }

  var recoverySuggestion: String? {
    switch code {
    case nil: "Choose another name; convert writes files only."
    case EEXIST?: "Choose another name, or replace it with --force."
    default: "Check the folder and its permissions."
    }
  }
}
