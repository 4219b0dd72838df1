public import Commands
public import DataSources

extension MemoryBudgetExceeded: ExitCoded {
  public var exitCode: ExitCode { .data }
}
