public import Commands
public import Encryption
public import Networking

extension HTTPError: ExitCoded {
  public var exitCode: ExitCode {
    switch self {
    case .unauthorized, .loginNotOffered, .forbidden, .passwordNeeded: .noPermission
    case .wrongContentType, .malformed, .unexpected, .noReadableEntry, .tooLarge, .undecodable:
      .data
    case .notFound, .unreadableAuthority: .noInput
    case .notEncrypted, .unsendable: .usage
    case .nameNotFound, .refused, .unreachable, .proxyLogin, .hungUp, .timedOut, .untrusted,
      .changedCertificate, .notSecured, .speaksHTTP, .busy, .status, .tooManyRedirects,
      .redirectedElsewhere, .cutShort, .cancelled, .missingLibrary, .tooManyFiles, .libraryFailed:
      .unavailable
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
