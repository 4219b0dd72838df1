import CSystem
import Foundation

/// A process in the child's process group, for two purposes: it dies from the keys that give up,
/// whatever the other programs do with these signals; and it kills the group once this process is
/// gone, even by SIGKILL.
struct GroupGuard: Sendable {
  private let process: pid_t
  /// The writing end of a pipe that stays open for as long as this process lives.
  private let life: Descriptor

  init(of group: pid_t) throws {
    let pipe = try DescriptorPair()
    let nothing = try Descriptor(opening: "/dev/null", O_RDWR)
    let words: [String] = ["/bin/sh", "-c", "read line; kill -KILL 0"]
    var argv = words.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = [nil]
    defer { for word in argv { free(word) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, "/bin/sh", &argv, &envp, pipe.reading.number, nothing.number, nothing.number, group)
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EIO) }
    self.process = process
    life = pipe.writing
  }

  /// Waits until the guard ends, at the latest with its group, and rings the alarm if a key ended
  /// it.
  func watch(_ loan: TerminalLoan, _ alarm: Alarm) {
    while true {
      switch reprise_wait_for_change(process) {
      case 0:
        let end = StartedChild.bury(process)
        if end == .signal(SIGINT) || end == .signal(SIGQUIT) { alarm.ring(.stopped) }
        return withExtendedLifetime(life) {}
      case SIGTSTP where loan.hasScreen:
        loan.noteQuit()
        alarm.ring(.stopped)
      default: continue
      }
    }
  }
}
