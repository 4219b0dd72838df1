import Foundation
import Reprise

/// A file that a command writes: it has its name once it is whole, and nothing is left of one that can't be written.
struct OutputFile {
  let path: String

  /// Writes the file. Throws `Unwritable`; without `replacing` also where there is one already.
  func write(_ bytes: [UInt8], replacing: Bool) throws {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    guard replacing || mode == nil else { throw Unwritable(path: path, code: EEXIST) }
    // A link stays one, and what it leads to is replaced.
    let target = replacing ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    let new = "\(target).\(UUID().uuidString.prefix(8)).new"
    guard put(bytes, into: new, mode: mode), give(new, to: target, replacing) else {
      let code = errno
      unlink(new)
      throw Unwritable(path: path, code: code)
    }
  }

  /// Writes a new file, for the same people as the one that it replaces. Returns false, with the reason in `errno`, if not all of it is there.
  private func put(_ bytes: [UInt8], into new: String, mode: mode_t?) -> Bool {
    let descriptor = open(
      new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode.map { $0 & 0o600 } ?? 0o666)
    guard descriptor >= 0 else { return false }
    if let mode { fchmod(descriptor, mode) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
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

  /// Gives a file its name. A file that came there meanwhile is replaced only if that is wanted.
  private func give(_ new: String, to target: String, _ replacing: Bool) -> Bool {
    if !replacing {
      guard link(new, target) != 0 else { return unlink(new) == 0 }
      // Some file systems have no second names.
      guard errno != EEXIST, access(target, F_OK) != 0 else { return false }
    }
    return rename(new, target) == 0
  }
}

/// A file that can't be written.
struct Unwritable: ExitCoded, Equatable {
  let path: String
  let code: Int32
  var exitCode: ExitCode { .cannotCreate }
  var errorDescription: String? {
    code == EEXIST
      ? "\(path) is there already."
      : "\(path) can't be written: \(String(cString: strerror(code)))."
  }
  var recoverySuggestion: String? {
    code == EEXIST
      ? "Choose another name, or replace it with --force." : "Check the folder and its permissions."
  }
}
