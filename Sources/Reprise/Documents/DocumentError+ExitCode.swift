public import Commands
public import Documents
import Foundation

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
