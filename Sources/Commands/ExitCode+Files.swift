public import Core
import Foundation
public import Restoration

extension FileError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .system(_, _, EACCES), .system(_, _, EPERM), .unsafe, .linked,
      .notObeyed, .anothersHome:
      .noPermission
    case .system: .inputOutput
    case .noHome: .cannotCreate
    }
  }
}

extension SnapshotError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .file(let problem): problem.exitCode
    case .unreadable, .newer, .foreign, .sealed, .tooLarge: .data
    case .badName: .usage
    case .inUse, .takenOver: .temporaryFailure
    }
  }
}
