public import Foundation

/// The code that a process ends with, in the numbers of sysexits.h, which scripts know.
public enum ExitCode: Int32, Sendable {
  /// Nothing went wrong.
  case success = 0
  /// The command line can't be understood.
  case usage = 64
  /// The input is damaged, or not of a kind that can be read.
  case data = 65
  /// A file, folder or resource to be read isn't there.
  case noInput = 66
  /// A server or another service can't be used.
  case unavailable = 69
  /// An error that names no other code.
  case software = 70
  /// A file can't be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A failure that may be gone at the next attempt.
  case temporaryFailure = 75
  /// The person isn't permitted to do this.
  case noPermission = 77
}

/// An error that knows the exit code of a process that fails with it.
public protocol ExitCoded: LocalizedError {
  /// The exit code of a process that fails with this error.
  var exitCode: ExitCode { get }
}

extension ExitCode {
  /// The code of an error; `software` for one that names none.
  ///
  ///     ExitCode(error).rawValue
  public init(_ error: any Error) {
    self = (error as? any ExitCoded)?.exitCode ?? .software
  }
}
