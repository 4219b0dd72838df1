import Foundation

/// The certificate authorities that the environment sets for all programs: `CURL_CA_BUNDLE`, or
/// else `SSL_CERT_FILE`, and `SSL_CERT_DIR`.
///
/// As in curl and OpenSSL, the file replaces the system's file, and the directory the system's
/// directory. Empty values are ignored.
public struct EnvironmentAuthorities: Hashable, Sendable {
  struct Variable: Hashable {
    let name: String
    let value: String
    var words: String { "\(name)=\(value)" }
  }

  /// The PEM file; `nil` for the system's.
  let file: Variable?
  /// The directory of PEM files named by their hashes, or several, separated by colons; `nil` for
  /// the system's.
  let directory: Variable?

  /// Reads the authorities from an environment.
  ///
  ///     EnvironmentAuthorities(["SSL_CERT_FILE": "/etc/company.pem"])
  public init(_ environment: [String: String]) {
    func first(_ names: String...) -> Variable? {
      names.map { Variable(name: $0, value: environment[$0] ?? "") }.first { !$0.value.isEmpty }
    }
    file = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    directory = first("SSL_CERT_DIR")
  }

  /// The variables, for messages; `nil` if none is set.
  var words: String? {
    let words = [file, directory].compactMap { $0?.words }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Throws `HTTPError.unreadableAuthority` if the file can't be read, or none of the
  /// directories: OpenSSL skips unreadable directories silently.
  func requireReadable() throws(HTTPError) {
    if let file, access(file.value, R_OK) != 0 { throw .unreadableAuthority(file: file.words) }
    guard let directory else { return }
    let paths = directory.value.split(separator: ":").map { String($0) }
    guard paths.contains(where: { access($0, R_OK | X_OK) == 0 }) else {
      throw .unreadableAuthority(file: directory.words)
    }
  }
}
