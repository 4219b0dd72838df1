import CLibcrypto
import CRescue

/// Pictures of a process's memory, which would show its passwords.
public enum CoreDumps {
  /// From now on this process leaves none, however it ends; Swift prints nothing of its memory when it crashes, whatever
  /// SWIFT_BACKTRACE says; and no debugger of the same user reads it. What it starts leaves no core dump either.
  ///
  /// There is no way back, and calling it again changes nothing. Every password that is read here calls it first. Whoever lets
  /// a person type one on a screen calls it before the first key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// Whether that is so, as the operating system has it.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}
