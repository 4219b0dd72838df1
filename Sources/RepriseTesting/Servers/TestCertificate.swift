import Foundation

/// The certificates that a test server can show. All were made for localhost and 127.0.0.1 and are valid, if not said otherwise.
public enum TestCertificate: String, Sendable, CaseIterable {
  /// Signed by `authorityFile`.
  case vouchedFor = "vouched-for"
  /// Signed by the authority for other.example.com.
  case wrongName = "wrong-name"
  /// Signed by the authority until 2020.
  case expired
  /// Signed by the authority from 2118 on.
  case future
  case selfSigned = "self-signed"
  /// Another one with the same key as `selfSigned`.
  case renewed
  /// As `selfSigned`, with another key.
  case changed

  /// The authority's own certificate.
  public static var authorityFile: String { path("authority") }

  /// The certificate and its key.
  public var file: String { Self.path(rawValue) }

  private static func path(_ name: String) -> String {
    TestServer.folder.appendingPathComponent("certificates/\(name).pem").path
  }
}
