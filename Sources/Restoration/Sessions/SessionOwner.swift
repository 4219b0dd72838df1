#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process that has a session open, as the session's lock names it: `process 4711 on /dev/pts/3, since 2026-11-21 04:38`.
///
/// The text is for people and for this type alone; the kernel tells whether a session is locked.
public struct SessionOwner: Hashable, Sendable {
  /// The number of the process.
  public let process: Int32
  /// The terminal, "/dev/pts/3"; nil for a process without one.
  public let terminal: String?
  /// The moment when the session was opened, as the clocks here have it: `2026-11-21 04:38`.
  public let since: String
  /// True if the process was stopped, as by Ctrl-Z, when it was looked at.
  public var isSuspended = false

  private static let suspended = ", suspended"

  /// An owner of whom nothing more is known.
  static let unnamed = "another process"

  /// Reads a lock's text; nil for one that was written otherwise.
  public init?(text: String) {
    var rest = text[...]
    if rest.hasSuffix(Self.suspended) {
      rest = rest.dropLast(Self.suspended.count)
      isSuspended = true
    }
    let parts = rest.split(separator: ", since ", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("process ") else { return nil }
    let words = parts[0].dropFirst("process ".count).split(separator: " on ", maxSplits: 1)
    guard let process = words.first.flatMap({ Int32($0) }), process > 0 else { return nil }
    self.process = process
    terminal = words.count > 1 ? String(words[1]) : nil
    since = String(parts[1])
  }

  /// The owner in a sentence: `process 4711 (pts/3, since 23:02)`, with the date if that isn't today's.
  public func words(today: String = SessionOwner.today) -> String {
    let place = terminal.map { $0.hasPrefix("/dev/") ? String($0.dropFirst(5)) : $0 }
    let time = since.hasPrefix(today + " ") ? String(since.dropFirst(today.count + 1)) : since
    let details = [place, "since " + time].compactMap(\.self).joined(separator: ", ")
    return "process \(process) (\(details))"
  }

  /// Today's date, as the clocks here have it: `2026-11-21`.
  public static var today: String {
    String(SessionLock.localTime(time(nil)).prefix { $0 != " " })
  }

  /// Returns a lock's text, with a word if its owner is stopped at this moment.
  static func look(_ text: String) -> String {
    guard let owner = SessionOwner(text: text), isStopped(owner.process) else { return text }
    return text + suspended
  }

  /// Tells whether the owner isn't about to end, so that waiting for its session is in vain: it is suspended, or its terminal is there. On
  /// the asking process's own terminal the program before may still be saving.
  func isSettled(asking terminal: String?) -> Bool {
    if isSuspended { return true }
    guard let own = self.terminal, own != terminal else { return false }
    return access(own, F_OK) == 0
  }

  /// Tells whether a process is stopped; false where that can't be told.
  private static func isStopped(_ process: Int32) -> Bool {
    #if os(Linux)
      guard let file = fopen("/proc/\(process)/stat", "re") else { return false }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = fread(&bytes, 1, bytes.count, file)
      // "4711 (name) T …", and a name may have anything in it.
      let text = String(decoding: bytes.prefix(count), as: UTF8.self)
      return text.split(separator: ") ").last?.first == "T"
    #else
      return false
    #endif
  }
}
