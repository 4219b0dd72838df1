/// The reason why a transfer came to nothing, whatever it was for.
enum TransferFailure: Error, Hashable, Sendable {
  case cancelled
  /// No byte came after the connection, for as long as was waited.
  case silent
  case tooLarge
  /// The answer's head, or its trailer, is too large.
  case headTooLarge
  /// The answer came too slowly.
  case slow
  case missingLibrary(String)
  case libraryFailed(String)
  /// libcurl can't be opened because too many files are.
  case tooManyFiles
  case curl(CurlFailure)
}

/// The report of libcurl on a transfer that failed.
struct CurlFailure: Hashable, Sendable {
  /// The CURLcode.
  let code: Int32
  /// The reason in libcurl's words, without a full stop.
  let reason: String
  /// The system's error number when connecting; 0 for other failures.
  let systemError: Int32
  /// OpenSSL's verdict about the certificate; 0 for other failures.
  let verification: Int
  /// The verdict in OpenSSL's words; nil for other failures.
  let verificationReason: String?
  /// The status that a proxy answered when it was asked to connect; 0 if none was.
  let proxyStatus: Int
  /// True if a byte of the answer came.
  let hasAnswered: Bool
  /// The ways to log in that the proxy offers.
  var proxySchemes: [String] = []
}

extension CurlFailure {
  /// True if the server's certificate isn't trusted.
  var isDistrust: Bool { code == 60 || code == 51 }

  /// True if the server's key isn't the one that is trusted.
  var isChangedKey: Bool { code == 90 }
}
