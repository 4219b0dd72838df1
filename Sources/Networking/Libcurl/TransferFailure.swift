/// Why a transfer came to nothing, before anybody knows what it was for.
enum TransferFailure: Error, Hashable, Sendable {
  case cancelled
  /// Connected, and then no byte for as long as was waited.
  case silent
  case tooLarge
  case missingLibrary(String)
  case libraryFailed(String)
  case curl(CurlFailure)
}

/// What libcurl says of a transfer that failed.
struct CurlFailure: Hashable, Sendable {
  /// CURLcode.
  let code: Int32
  /// In its words, without a full stop.
  let reason: String
  /// The system's error number when connecting; 0 if it isn't about that.
  let systemError: Int32
  /// OpenSSL's verdict about the certificate; 0 if it isn't about that.
  let verification: Int
  /// The verdict in OpenSSL's words; nil if it isn't about that.
  let verificationReason: String?
  /// What a proxy answered when it was asked to connect; 0 if none was.
  let proxyStatus: Int
}

extension CurlFailure {
  /// The server's certificate isn't trusted.
  var isDistrust: Bool { code == 60 || code == 51 }

  /// The server's key isn't the one that is trusted.
  var isChangedKey: Bool { code == 90 }
}
