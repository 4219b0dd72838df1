public import Commands
public import Encryption
public import Networking

extension HTTPError.Category {
  /// The exit code of a process that fails with an error of this category.
  public var exitCode: ExitCode {
    switch self {
    case .unauthenticated, .forbidden: .noPermission
    case .incompleteResponse, .invalidResponse: .data
    case .notFound: .noInput
    case .unsendable: .usage
    case .unreachable, .untrusted, .unavailable, .serverError, .cancelled: .unavailable
    }
  }
}

extension HTTPError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .unreadableAuthority: .noInput
    case .cutShort: .unavailable
    default: category.exitCode
    }
  }
}

extension TrustError: ExitCoded {
  public var exitCode: ExitCode {
    if case .file(let problem) = self { problem.exitCode } else { .inputOutput }
  }
}

extension PasswordError: ExitCoded {
  public var exitCode: ExitCode { .unavailable }
}

extension ReplayError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .empty, .malformed, .unexpected, .noReadableEntry, .tooLarge: .data
    case .noSuchFile, .notAFile, .notRecorded: .noInput
    case .unreadable: .inputOutput
    case .notPermitted: .noPermission
    case .unwritable: .cannotCreate
    }
  }
}

extension VaultError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .file(let problem): problem.exitCode
    case .damaged, .damagedKey, .newerKey: .data
    case .inUse: .temporaryFailure
    case .deleted: .noInput
    case .tooLarge: .data
    }
  }
}

extension RecordingError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .nowhere, .notADirectory: .noInput
    case .notSealed, .notARecording, .damagedKey, .damagedResponse, .newer: .data
    case .unreadable: .inputOutput
    case .wrongPassword, .passwordNeeded, .otherPassword: .noPermission
    case .occupied, .otherOrigin: .cannotCreate
    }
  }
}

extension SealingError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .wrongPassword, .noPassword, .locked: .noPermission
    case .changed, .changedEnvelope, .notSealed, .newer, .unsafeParameters: .data
    case .missingLibrary, .tooManyFiles, .selfCheckFailed, .libraryFailed, .noRandomBytes,
      .outOfMemory:
      .unavailable
    }
  }
}
