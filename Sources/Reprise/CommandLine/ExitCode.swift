import Files
public import Foundation
import Networking
import Restoration
import Sealing
import TerminalNcurses

/// How a process ends, in the numbers of sysexits.h, which scripts know.
public enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case data = 65
  case noInput = 66
  case unavailable = 69
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporaryFailure = 75
  case noPermission = 77
}

/// An error that knows how the process ends that fails with it.
public protocol ExitCoded: LocalizedError {
  var exitCode: ExitCode { get }
}

extension ExitCode {
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as any ExitCoded: error.exitCode
      case is TerminalProblem: .unavailable
      case let error as SnapshotProblem: ExitCode(error)
      case let error as FileProblem: ExitCode(error)
      case let error as HTTPProblem: ExitCode(error)
      case is TrustProblem: .inputOutput
      case is PasswordProblem: .unavailable
      case let error as FixtureProblem: ExitCode(error)
      case let error as SealingProblem: ExitCode(error)
      default: .software
      }
  }

  init(_ problem: HTTPProblem) {
    self =
      switch problem {
      case .unauthorized, .forbidden, .passwordNeeded: .noPermission
      case .wrongContentType, .malformed, .unexpected, .tooLarge, .undecodable: .data
      case .notFound, .unreadableAuthority: .noInput
      case .notEncrypted, .unsendable: .usage
      case .nameNotFound, .refused, .unreachable, .timedOut, .untrusted, .changedCertificate,
        .notSecured, .speaksHTTP, .status, .tooManyRedirects, .redirectedElsewhere, .cutShort,
        .cancelled, .missingLibrary, .libraryFailed:
        .unavailable
      }
  }

  private init(_ problem: FixtureProblem) {
    self =
      switch problem {
      case .empty, .malformed, .unexpected, .tooLarge: .data
      case .noSuchFile, .notAFile, .notRecorded: .noInput
      case .unreadable: .inputOutput
      case .notPermitted: .noPermission
      case .unwritable: .cannotCreate
      }
  }

  private init(_ problem: SealingProblem) {
    self =
      switch problem {
      case .wrongPassword, .noPassword, .locked: .noPermission
      case .changed, .changedEnvelope, .notSealed, .newer, .unsafeParameters: .data
      case .missingLibrary, .selfCheckFailed, .libraryFailed, .outOfMemory: .unavailable
      }
  }

  private init(_ problem: SnapshotProblem) {
    self =
      switch problem {
      case .file(let problem): ExitCode(problem)
      case .unreadable, .newer, .foreign, .sealed, .tooLarge: .data
      case .badName: .usage
      case .inUse, .takenOver: .temporaryFailure
      }
  }

  init(_ problem: FileProblem) {
    self =
      switch problem {
      case .system(_, _, EACCES), .system(_, _, EPERM), .unsafe: .noPermission
      case .system: .inputOutput
      case .noHome: .cannotCreate
      }
  }
}
