public import Commands
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
