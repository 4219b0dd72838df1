public import Core
import FoundationEssentials
import Glibc
import Synchronization

/// A private temporary directory for copies of documents that are opened in other programs. It is
/// deleted on release, or after a day if a window may still need it.
///
/// It is in `$XDG_RUNTIME_DIR`, which is in memory and ends with the user's login session, if that
/// directory is private and writable; otherwise in `$TMPDIR` or `/tmp`. Directories left by a
/// killed process are deleted by the next process of the same application, those with files that a
/// program has saved after a week.
public final class TemporaryDocuments: Sendable {
  /// The directory's path.
  public let path: String
  /// Locked while the directory is in use.
  private let lock: Int32
  private let isLeft = Mutex(false)

  /// Creates a directory. Throws `FileError`.
  ///
  ///     try TemporaryDocuments(of: "molecules", environment: environment)
  public init(of application: String, environment: [String: String]) throws(FileError) {
    let base = TemporaryDocuments.base(environment)
    let prefix = "\(application)-open-"
    TemporaryDocuments.sweep(base, prefix)
    let template = strdup("\(base)/\(prefix)XXXXXX")
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else {
      throw .system("created", path: "\(base)/\(prefix)", code: errno)
    }
    path = String(cString: template)
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else {
      let code = errno
      rmdir(path)
      throw .system("opened", path: path, code: code)
    }
    _ = FileAccess().lock(lock)
  }

  deinit {
    if !isLeft.withLock(\.self) { TemporaryDocuments.empty(path) }
    close(lock)
  }

  /// Also deletes the directory at process exit, when `deinit` doesn't run.
  public func removeAtExit() {
    TemporaryDocuments.left.withLock { _ = $0.insert(path) }
    _ = TemporaryDocuments.removal
  }

  private static let left = Mutex<Set<String>>([])
  private static let removal: Void = {
    atexit {
      for path in TemporaryDocuments.left.withLock(\.self) { TemporaryDocuments.empty(path) }
    }
  }()

  /// The program may outlive this process. A later process deletes the directory after a day.
  func leaveToWindow() {
    isLeft.withLock { $0 = true }
    close(open("\(path)/\(TemporaryDocuments.mark)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
  }

  private static let mark = ".in-a-window"

  /// Files changed after this are user data and are retained. Backdates all files by two seconds:
  /// timestamps have a resolution of some milliseconds, so an immediate save could have the same
  /// one.
  func markAsGiven() {
    close(open("\(path)/\(TemporaryDocuments.given)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    let timestamp = timeval(tv_sec: time(nil) - 2, tv_usec: 0)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      utimes("\(path)/\(name)", [timestamp, timestamp])
    }
  }

  /// Has the timestamp of the unmodified copies.
  private static let given = ".as-given"

  /// A later process deletes the directory after a week.
  func leaveToUser() {
    isLeft.withLock { $0 = true }
    // Makes all files in the directory count as modified.
    utimes("\(path)/\(TemporaryDocuments.given)", [timeval(), timeval()])
  }

  /// After a normal exit (`isFinished`), hidden files and backups (`a.mol~`) are ignored, because
  /// the user didn't create them.
  func hasMore(than copy: String, isFinished: Bool) -> Bool {
    let ours = [
      TemporaryDocuments.given, TemporaryDocuments.mark, FilePath.name(of: copy),
    ]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.contains { name in
      !ours.contains(name) && !(isFinished && (name.hasPrefix(".") || name.hasSuffix("~")))
    }
  }

  /// Writes a document and returns its path. Only the last path component of `name` is used, and
  /// special characters in it are replaced by `_`. Throws `FileError`.
  public func write(_ bytes: [UInt8], named name: String) throws -> String {
    let plain = TemporaryDocuments.plain(name)
    let file = "\(path)/\(plain)"
    try PrivateFile(file).replace(with: bytes)
    return file
  }

  /// Deletes the directory with all its contents, including files that a program has saved.
  public func remove() { TemporaryDocuments.empty(path) }

  func removeUnlessSaved() {
    if TemporaryDocuments.savedSinceGiven(path) == nil { remove() } else { leaveToUser() }
  }

  /// The name is safe for shells, programs and terminals.
  static func plain(_ name: String) -> String {
    let last = DocumentRegistry.lastComponent(name)
    let sanitized = last.unicodeScalars.map { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || ".-_+".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "_"
    }
    .joined()
    let cut = TemporaryDocuments.cut(sanitized.drop { $0 == "." || $0 == "-" })
    return cut.isEmpty ? "document" : cut
  }

  /// At most 120 bytes, preserving the extension.
  private static func cut(_ name: Substring) -> String {
    let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    let rest = ending.utf8.count <= 20 ? ending : ""
    var stem = name.dropLast(rest.count)
    while stem.utf8.count + rest.utf8.count > 120 { stem.removeLast() }
    return String(stem + rest)
  }

  private static func base(_ environment: [String: String]) -> String {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap {
      Ownership.isPrivateDirectory($0) && access($0, W_OK) == 0 ? $0 : nil
    }
    return runtime ?? spare(environment)
  }

  /// `$TMPDIR`, or `/tmp` if another user could replace the former's entries.
  static func spare(_ environment: [String: String]) -> String {
    let named = environment["TMPDIR"].flatMap {
      Ownership.isTrustedDirectory($0) && access($0, W_OK) == 0 ? $0 : nil
    }
    return named ?? "/tmp"
  }

  static func sweep(_ base: String, _ prefix: String, olderThan seconds: Int = 60) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: base) else { return }
    for name in names where name.hasPrefix(prefix) {
      let path = "\(base)/\(name)"
      let opened = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      var status = stat()
      let saved = savedSinceGiven(path)
      // A directory that was just created isn't locked yet.
      let least =
        saved != nil
        ? max(seconds, 7 * 86_400)
        : access("\(path)/\(mark)", F_OK) == 0 ? max(seconds, 86_400) : seconds
      guard fstat(opened, &status) == 0, status.st_uid == geteuid(),
        time(nil) - max(status.changeTime.tv_sec, saved ?? 0) > least,
        FileAccess().lock(opened) == .acquired
      else { continue }
      empty(path)
    }
  }

  /// In seconds since 1970; `nil` if no file was saved since the copies were marked as unmodified.
  private static func savedSinceGiven(_ path: String) -> Int? {
    var status = stat()
    guard lstat("\(path)/\(given)", &status) == 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return nil }
    let before = modified(status)
    let timestamps = names.filter { $0 != given && $0 != mark }.compactMap { name in
      lstat("\(path)/\(name)", &status) == 0 ? modified(status) : nil
    }
    return timestamps.filter { $0 > before }.map(\.seconds).max()
  }

  private static func modified(_ status: stat) -> (seconds: Int, nanoseconds: Int) {
    (status.modificationTime.tv_sec, status.modificationTime.tv_nsec)
  }

  private static func empty(_ path: String) {
    // The next process tries again to delete the rest.
    try? FileManager.default.removeItem(atPath: path)
  }
}
