import CSystem

/// Core dumps: copies of a process's memory on disk, which would contain its passwords.
public enum CoreDumps {
  /// Disables core dumps of this process and of the programs it starts. Also disables Swift's crash
  /// backtraces, whatever SWIFT_BACKTRACE says, and debuggers of the same user.
  ///
  /// This can't be undone; a second call changes nothing. Every function that reads a password
  /// calls it first; a screen for passwords calls it before the first key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// Whether core dumps are disabled, according to the operating system.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}
