import CLibcurl
import Foundation

/// The functions of a loaded libcurl, with Swift types and errors.
struct LoadedLibcurl: @unchecked Sendable {
  // What it points to is never changed or freed, and its functions can be called from any thread.
  // Their arguments can't: those stay on the thread of their loop.
  let functions: OpaquePointer

  /// Loads a library; `nil` if there is none of this name.
  init?(named name: String) throws(TransferFailure) {
    var functions: OpaquePointer?
    let result = reprise_libcurl_load(name, &functions)
    if result == REPRISE_LIBCURL_MISSING {
      // dlerror still describes this failure.
      let words = dlerror().map { String(cString: $0) } ?? ""
      if [EMFILE, ENFILE].contains(where: { words.contains(String(cString: strerror($0))) }) {
        throw .tooManyFiles
      }
      return nil
    }
    guard result == REPRISE_LIBCURL_OK, let functions else {
      throw .libraryFailed("\(name) lacks functions that libcurl has since 7.68")
    }
    self.functions = functions
  }

  /// Throws `TransferFailure.libraryFailed` for every code but 0.
  func require(_ code: Int32) throws(TransferFailure) {
    if code != 0 { throw .libraryFailed(text(of: code)) }
  }

  /// Throws like `require`, except for options that only later releases know.
  func requireIfKnown(_ code: Int32) throws(TransferFailure) {
    let isUnknown = code == 48
    if !isUnknown { try require(code) }
  }

  /// libcurl's text for a code.
  func text(of code: Int32) -> String {
    reprise_libcurl_text(functions, code).map { String(cString: $0) } ?? "code \(code)"
  }

  /// OpenSSL's text for a verification result; `nil` for none.
  func text(ofVerification verdict: Int) -> String? {
    guard verdict > 1 else { return nil }
    return reprise_certificate_problem(functions, verdict).map { String(cString: $0) }
  }
}
