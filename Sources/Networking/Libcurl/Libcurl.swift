import CLibcurl
import FoundationEssentials
import Glibc
import Synchronization

/// The libcurl library, loaded when the first request is sent.
///
/// If loading fails, the next request tries again, so that the library can be installed in the
/// meantime.
public final class Libcurl: Sendable {
  /// The libcurl of the operating system: `libcurl.so.4`.
  public static let system = Libcurl(named: ["libcurl.so.4"])

  private let names: [String]
  private let opened = Mutex<LoadedLibcurl?>(nil)

  /// Creates a library that is loaded from the first of the given file names that the system finds.
  ///
  ///     Libcurl(named: ["libcurl.so.4"])
  public init(named names: [String]) {
    self.names = names
  }

  func loaded() throws(TransferFailure) -> LoadedLibcurl {
    let result: Result<LoadedLibcurl, TransferFailure> = opened.withLock { opened in
      if let opened { return .success(opened) }
      let result = Result { () throws(TransferFailure) in try open() }
      opened = try? result.get()
      return result
    }
    return try result.get()
  }

  private func open() throws(TransferFailure) -> LoadedLibcurl {
    for name in names {
      if let library = try LoadedLibcurl(named: name) { return library }
    }
    throw .missingLibrary(names.first ?? "libcurl")
  }
}

/// The functions of a loaded libcurl, with Swift types and errors.
struct LoadedLibcurl: @unchecked Sendable {
  // What it points to is never changed or freed, and its functions can be called from any thread.
  // Their arguments can't: those stay on the thread of their loop.
  let functions: OpaquePointer

  /// `nil` if there is no library of this name.
  init?(named name: String) throws(TransferFailure) {
    var functions: OpaquePointer?
    let result = reprise_libcurl_load(name, &functions)
    if result == REPRISE_LIBCURL_MISSING {
      // dlerror still describes this failure.
      let message = dlerror().map { String(cString: $0) } ?? ""
      if [EMFILE, ENFILE].contains(where: { message.contains(String(cString: strerror($0))) }) {
        throw .tooManyFiles
      }
      return nil
    }
    guard result == REPRISE_LIBCURL_OK, let functions else {
      throw .libraryFailed("\(name) lacks functions that libcurl has since 7.68")
    }
    self.functions = functions
  }

  func require(_ code: Int32) throws(TransferFailure) {
    if code != 0 { throw .libraryFailed(text(of: code)) }
  }

  /// Ignores options that only later releases know.
  func requireIfKnown(_ code: Int32) throws(TransferFailure) {
    let isUnknown = code == 48
    if !isUnknown { try require(code) }
  }

  func text(of code: Int32) -> String {
    reprise_libcurl_text(functions, code).map { String(cString: $0) } ?? "code \(code)"
  }

  func text(ofVerification verdict: Int) -> String? {
    guard verdict > 1 else { return nil }
    return reprise_certificate_problem(functions, verdict).map { String(cString: $0) }
  }
}

extension Certificate {
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
