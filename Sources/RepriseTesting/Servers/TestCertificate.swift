import Foundation

/// A certificate that a test server can show. All were made for localhost and 127.0.0.1 and are valid, unless said otherwise.
public enum TestCertificate: String, Sendable, CaseIterable {
  /// A certificate signed by `authorityFile`.
  case vouchedFor = "vouched-for"
  /// A certificate signed by the authority for other.example.com.
  case wrongName = "wrong-name"
  /// A certificate signed by the authority until 2020.
  case expired
  /// A certificate signed by the authority from 2118 on.
  case future
  /// A certificate signed by nobody but itself.
  case selfSigned = "self-signed"
  /// Another certificate with the same key as `selfSigned`.
  case renewed
  /// A certificate like `selfSigned`, with another key.
  case changed

  /// The path of the authority's own certificate.
  public static var authorityFile: String { path("authority") }

  /// The path of the certificate and its key.
  public var file: String { Self.path(rawValue) }

  private static func path(_ name: String) -> String {
    TestServer.directory.appendingPathComponent("certificates/\(name).pem").path
  }
}
