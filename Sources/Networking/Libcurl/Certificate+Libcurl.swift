import CLibcurl
import Foundation

extension Certificate {
  /// The certificate that the server of an inspection has shown; nil if it can't be read.
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
        + withUnsafeBytes(of: read.public_key) { Data($0).base64EncodedString() })
  }
}
