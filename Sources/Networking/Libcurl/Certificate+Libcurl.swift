import CLibcurl
import Foundation

extension Certificate {
  /// Creates the certificate that a server presented in an inspection; `nil` if it can't be read.
  init?(_ easy: UnsafeMutableRawPointer, _ library: LoadedLibcurl) {
    var read = reprise_certificate()
    guard let pem = reprise_libcurl_certificate(library.functions, easy),
      reprise_certificate_read(library.functions, pem, &read)
    else { return nil }
    func text<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    self.init(
      subject: text(read.subject), issuer: text(read.issuer), validFrom: text(read.valid_from),
      validUntil: text(read.valid_until),
      fingerprint: withUnsafeBytes(of: read.fingerprint) { bytes in
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
          .joined(separator: ":")
      },
      publicKey: "sha256//"
        + withUnsafeBytes(of: read.public_key) { Data($0).base64EncodedString() },
      names: Certificate.names(text(read.names)))
  }

  private static func names(_ text: String) -> [String] {
    text.replacing("\n", with: " ").split(separator: ", ").compactMap { part in
      ["DNS:", "IP Address:"].lazy.compactMap { kind in
        part.hasPrefix(kind) ? String(part.dropFirst(kind.count)) : nil
      }.first
    }
  }
}
