import CLibcrypto
import CRescue

/// Core dumps: pictures of a process's memory, which would show its passwords.
public enum CoreDumps {
  /// Forbids core dumps of this process, however it ends; Swift prints nothing of its memory when it crashes, whatever
  /// SWIFT_BACKTRACE says; and no debugger of the same user reads it. Programs that it starts leave no core dump either.
  ///
  /// There is no way back, and a second call changes nothing. Every password that is read here calls `forbid` first. A screen for
  /// passwords calls it before the first key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// True if core dumps are forbidden, as the operating system has it.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}
