public import Commands
public import DataSources
public import Documents
import Glibc
public import TerminalNcurses

extension DocumentError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .foreign, .notAFile, .tooLarge: .data
    case .system(_, _, ENOENT), .system(_, _, ENOTDIR): .noInput
    case .system(_, _, EACCES), .system(_, _, EPERM): .noPermission
    case .system: .inputOutput
    case .noInput, .tooMany: .usage
    case .program: .unavailable
    case .notTaken: .temporaryFailure
    }
  }
}

extension MemoryBudgetExceeded: ExitCoded {
  public var exitCode: ExitCode { .data }
}

extension TerminalError: ExitCoded {
  public var exitCode: ExitCode { .unavailable }
}
