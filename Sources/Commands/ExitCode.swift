public import Core
public import Foundation
public import Restoration

/// A process's exit code, with the values of sysexits.h that scripts know.
public enum ExitCode: Int32, Sendable {
  /// Success.
  case success = 0
  /// The command line is invalid.
  case usage = 64
  /// The input is damaged or has an unsupported format.
  case data = 65
  /// A file, directory or resource to read doesn't exist.
  case noInput = 66
  /// A server or another service is unavailable.
  case unavailable = 69
  /// An error without a more specific code.
  case software = 70
  /// A file can't be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A failure that may not recur if the user tries again.
  case temporaryFailure = 75
  /// The user doesn't have permission.
  case noPermission = 77
}

/// An error that determines the process's exit code.
public protocol ExitCoded: LocalizedError {
  /// The exit code of a process that fails with this error.
  var exitCode: ExitCode { get }
}

extension ExitCode {
  /// Creates the exit code of an error: that of an ``ExitCoded``, otherwise `software`.
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
