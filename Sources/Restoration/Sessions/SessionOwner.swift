import Glibc

/// The process that has a session open, parsed from the session's lock file: `process 4711 on
/// /dev/pts/3, since 2026-11-21 04:38`.
///
/// The text is informational; whether a session is locked is known only to the kernel.
package struct SessionOwner: Hashable, Sendable {
  /// The id of the process that has the session open.
  public let process: Int32
  /// The terminal of the process, such as "/dev/pts/3"; `nil` if it has none.
  public let terminal: String?
  /// The time when the process opened the session, in its local time: `2026-11-21 04:38`.
  public let since: String
  /// Whether the process was suspended, for example by Ctrl-Z, when the lock file was read.
  public var isSuspended = false

  private static let suspended = ", suspended"

  static let unnamed = "another process"

  /// Parses a lock file's description of the process, as `SessionLock.owner` returns it. Returns
  /// `nil` for an unknown format.
  public init?(text: String) {
    var rest = text[...]
    if rest.hasSuffix(Self.suspended) {
      rest = rest.dropLast(Self.suspended.count)
      isSuspended = true
    }
    let parts = rest.split(separator: ", since ", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("process ") else { return nil }
    let fields = parts[0].dropFirst("process ".count).split(separator: " on ", maxSplits: 1)
    guard let process = fields.first.flatMap({ Int32($0) }), process > 0 else { return nil }
    self.process = process
    terminal = fields.count > 1 ? String(fields[1]) : nil
    since = String(parts[1])
  }

  /// Returns a description of the process for messages: `process 4711 (pts/3, since 23:02)`. The
  /// date is included if it isn't `today`.
  public func description(today: String = SessionOwner.today) -> String {
    let device = terminal.map { $0.hasPrefix("/dev/") ? String($0.dropFirst(5)) : $0 }
    let time = since.hasPrefix(today + " ") ? String(since.dropFirst(today.count + 1)) : since
    let details = [device, "since " + time].compactMap(\.self).joined(separator: ", ")
    return "process \(process) (\(details))"
  }

  /// The current date in local time: `2026-11-21`.
  public static var today: String {
    String(SessionLock.localTime(time(nil)).prefix { $0 != " " })
  }

  /// Returns a lock file's text, with ", suspended" appended if its owner is stopped now.
  static func annotatingSuspension(_ text: String) -> String {
    guard let owner = SessionOwner(text: text), isStopped(owner.process) else { return text }
    return text + suspended
  }

  /// Returns whether the owner isn't about to exit, so that waiting for it is useless: it is
  /// suspended, or its terminal still exists. On the asking process's own terminal, the previous
  /// program may still be saving.
  func isSettled(seenFrom terminal: String?) -> Bool {
    if isSuspended { return true }
    guard let own = self.terminal, own != terminal else { return false }
    return access(own, F_OK) == 0
  }

  private static func isStopped(_ process: Int32) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "re") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    // The format is "4711 (name) T …", and the name can contain any characters.
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return text.split(separator: ") ").last?.first == "T"
  }
}
