public import Commands
public import TerminalNcurses

extension TerminalProblem: ExitCoded {
  public var exitCode: ExitCode { .unavailable }
}
