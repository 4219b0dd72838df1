public import Commands
public import DataSources

extension TooManyAnswers: ExitCoded {
  public var exitCode: ExitCode { .data }
}
