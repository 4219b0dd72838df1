import RepriseTesting
import Testing

/// The real executable is killed at every step of what must be done whole or not at all.
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(Soak.count(10, of: 120))))
enum KillTests {}
