public import Core
public import FoundationEssentials
import Glibc
public import Restoration

/// A process's exit code, from which scripts detect the kind of an error. The values are those of
/// the Unix header sysexits.h.
public enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command line is invalid.
  case usage = 64
  /// The input is damaged or has an unsupported format.
  case data = 65
  /// A file, directory or resource to read doesn't exist.
  case noInput = 66
  /// A server or another service is unavailable.
  case unavailable = 69
  /// An error for which no other code is more specific.
  case software = 70
  /// An output file can't be created.
  case cannotCreate = 73
  /// Reading or writing a file or stream failed.
  case inputOutput = 74
  /// A temporary failure: the command may succeed if the user tries again later.
  case temporaryFailure = 75
  /// The user doesn't have permission for the operation.
  case noPermission = 77
}

/// An error that determines the exit code of the process. A command that throws another error ends
/// with the exit code `software`.
public protocol ExitCoded: LocalizedError {
  /// The exit code with which the process ends if a command throws this error.
  var exitCode: ExitCode { get }
}

extension ExitCode {
  /// Creates the exit code for an error: its own if it conforms to ``ExitCoded``, otherwise
  /// `software`.
  ///
  ///     ExitCode(error).rawValue
  public init(_ error: any Error) {
    self = (error as? any ExitCoded)?.exitCode ?? .software
  }
}

extension FileError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .system(_, _, EACCES), .system(_, _, EPERM), .unsafe, .linked,
      .untrusted, .otherUsersHome:
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
