public import Files
import Foundation
import Synchronization

/// A private folder for copies of documents that go out to other programs, removed when they are done; one that a window may still need, a day
/// later.
///
/// It lies in `$XDG_RUNTIME_DIR`, which is memory and ends with the person's login, or, where that
/// isn't the user's alone, in `$TMPDIR`. Folders that a killed process has left are removed by the
/// next one of the same application; those in which a program has saved something since, a week
/// later.
public final class TemporaryDocuments: Sendable {
  /// The folder's path.
  public let path: String
  /// Open and locked for as long as the folder is used, by which others see that it is.
  private let lock: Int32
  private let isLeft = Mutex(false)

  /// Makes a folder. Throws `FileError`.
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
    flock(lock, LOCK_EX | LOCK_NB)
  }

  deinit {
    if !isLeft.withLock(\.self) { TemporaryDocuments.empty(path) }
    close(lock)
  }

  /// Has the folder deleted when the process ends by itself, too: then nobody gives up what it holds.
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

  /// Leaves the folder to a program with a window, which may need it longer than this process lives: a later one deletes it after a day.
  func leaveToWindow() {
    isLeft.withLock { $0 = true }
    close(open("\(path)/\(TemporaryDocuments.mark)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
  }

  /// The file that marks a folder which a program with a window has.
  private static let mark = ".in-a-window"

  /// Notes that what is in the folder now is as it goes out: what is saved there from now on is somebody's.
  ///
  /// All of it is dated back by two seconds: the system's clock of files stands still for some milliseconds at a time, and a program that
  /// saves at once would have saved at the moment of the mark.
  func markAsGiven() {
    close(open("\(path)/\(TemporaryDocuments.given)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    let timestamp = timeval(tv_sec: time(nil) - 2, tv_usec: 0)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      utimes("\(path)/\(name)", [timestamp, timestamp])
    }
  }

  /// The file that is as old as the copies were when they went out.
  private static let given = ".as-given"

  /// Leaves the folder to the person, who may want what a program has saved there: a later process deletes it after a week.
  func leaveToPerson() {
    isLeft.withLock { $0 = true }
    // So everything in the folder is newer.
    utimes("\(path)/\(TemporaryDocuments.given)", [timeval(), timeval()])
  }

  /// Tells whether there is something beside a copy that the program has put there. Of a program that `isFinished`, because it has ended by
  /// itself, hidden files and backups (`a.mol~`) don't count: nobody has named them.
  func hasMore(than copy: String, isFinished: Bool) -> Bool {
    let ours = [
      TemporaryDocuments.given, TemporaryDocuments.mark, (copy as NSString).lastPathComponent,
    ]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.contains { name in
      !ours.contains(name) && !(isFinished && (name.hasPrefix(".") || name.hasSuffix("~")))
    }
  }

  /// Writes a document under a name of which strokes and control characters are taken out, and returns its path. Throws `FileError`.
  public func write(_ bytes: [UInt8], named name: String) throws -> String {
    let plain = TemporaryDocuments.plain(name)
    let file = "\(path)/\(plain)"
    try PrivateFile(file).replace(with: bytes)
    return file
  }

  /// Deletes the folder with all that is in it, what a program has left there too.
  public func remove() { TemporaryDocuments.empty(path) }

  /// Deletes the folder, or leaves it to the person if a program has saved something there.
  func removeUnlessSaved() {
    if TemporaryDocuments.savedSinceGiven(path) == nil { remove() } else { leaveToPerson() }
  }

  /// A file name that no shell, program or terminal takes for anything else.
  static func plain(_ name: String) -> String {
    let last = DocumentRegistry.lastComponent(name)
    let kept = last.unicodeScalars.map { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || ".-_+".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "_"
    }
    .joined()
    let cut = TemporaryDocuments.cut(kept.drop { $0 == "." || $0 == "-" })
    return cut.isEmpty ? "document" : cut
  }

  /// At most 120 bytes of a name, of which the extension stays.
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

  /// The folder for all temporary files: `$TMPDIR`, unless another user may put something else in
  /// the place of what is there; or `/tmp`.
  static func spare(_ environment: [String: String]) -> String {
    let named = environment["TMPDIR"].flatMap {
      Ownership.isTrustedDirectory($0) && access($0, W_OK) == 0 ? $0 : nil
    }
    return named ?? "/tmp"
  }

  /// Removes the folders that nobody holds any more.
  static func sweep(_ base: String, _ prefix: String, olderThan seconds: Int = 60) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: base) else { return }
    for name in names where name.hasPrefix(prefix) {
      let path = "\(base)/\(name)"
      let opened = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      var status = stat()
      let saved = savedSinceGiven(path)
      // One that was made this moment isn't locked yet.
      let least =
        saved != nil
        ? max(seconds, 7 * 86_400)
        : access("\(path)/\(mark)", F_OK) == 0 ? max(seconds, 86_400) : seconds
      guard fstat(opened, &status) == 0, status.st_uid == geteuid(),
        time(nil) - max(changed(status), saved ?? 0) > least, flock(opened, LOCK_EX | LOCK_NB) == 0
      else { continue }
      empty(path)
    }
  }

  /// The moment when a program saved something in a folder last, in seconds since 1970; nil if none has since the copies went out.
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

  /// The moment when the contents changed last.
  private static func modified(_ status: stat) -> (seconds: Int, nanoseconds: Int) {
    #if os(Linux)
      (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    #else
      (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #endif
  }

  /// The moment of the last change, in seconds since 1970.
  private static func changed(_ status: stat) -> Int {
    #if os(Linux)
      Int(status.st_ctim.tv_sec)
    #else
      status.st_ctimespec.tv_sec
    #endif
  }

  private static func empty(_ path: String) {
    // What can't be deleted, the next one tries again.
    try? FileManager.default.removeItem(atPath: path)
  }
}
