public import Commands
public import Encryption

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
    case .notSealed, .notARecording, .damagedKey, .damagedAnswer, .newer: .data
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
