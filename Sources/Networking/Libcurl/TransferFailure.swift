/// The reason why a transfer failed, independent of its purpose.
enum TransferFailure: Error, Hashable, Sendable {
  case cancelled
  /// No byte was received after connecting, within the time limit.
  case silent
  case tooLarge
  case headTooLarge
  case slow
  case missingLibrary(String)
  case libraryFailed(String)
  /// libcurl can't be loaded because too many files are open.
  case tooManyFiles
  case curl(CurlFailure)
}

struct CurlFailure: Hashable, Sendable {
  let code: Int32
  /// libcurl's message, without a full stop.
  let reason: String
  /// The system's error number if connecting failed; otherwise 0.
  let systemError: Int32
  /// OpenSSL's verification result; 0 for failures that aren't about the certificate.
  let verification: Int
  /// OpenSSL's text for the verification result; `nil` for failures that aren't about the
  /// certificate.
  let verificationReason: String?
  /// The proxy's status in response to CONNECT; 0 without one.
  let proxyStatus: Int
  /// Whether a byte of the response was received.
  let hasAnswered: Bool
  /// The authentication schemes that the proxy offers.
  var proxySchemes: [String] = []
}

extension CurlFailure {
  var isDistrust: Bool { code == 60 || code == 51 }

  /// Whether the server's key isn't the trusted one.
  var isChangedKey: Bool { code == 90 }
}
