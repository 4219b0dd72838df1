public import Commands
public import TerminalNcurses

extension TerminalError: ExitCoded {
  public var exitCode: ExitCode { .unavailable }
}
