import Foundation

/// A certificate for a test server. By default valid, for localhost and 127.0.0.1.
public enum TestCertificate: String, Sendable, CaseIterable {
  /// A certificate signed by the authority in `authorityFile`.
  case vouchedFor = "vouched-for"
  /// A certificate signed by the authority for other.example.com.
  case wrongName = "wrong-name"
  /// A certificate signed by the authority that expired in 2020.
  case expired
  /// A certificate signed by the authority that is valid from 2118.
  case future
  /// A self-signed certificate.
  case selfSigned = "self-signed"
  /// Another certificate with the same key as `selfSigned`.
  case renewed
  /// A certificate like `selfSigned` with another key.
  case changed

  /// The path of the authority's own certificate.
  public static var authorityFile: String { path("authority") }

  /// The path of the file with the certificate and its key.
  public var file: String { Self.path(rawValue) }

  private static func path(_ name: String) -> String {
    TestServer.directory.appendingPathComponent("certificates/\(name).pem").path
  }
}
