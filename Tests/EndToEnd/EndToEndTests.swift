import RepriseTesting
import Testing

/// Tests of the real executables in a real terminal, one after the other: each starts processes.
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(Soak.count(5, of: 120))))
enum EndToEndTests {}
