import Foundation

/// The certificate authorities that the environment names to all programs: `CURL_CA_BUNDLE`, or else `SSL_CERT_FILE`, and `SSL_CERT_DIR`.
///
/// As in curl and OpenSSL the file takes the place of the system's file, and the folder that of its folder; an empty value names nothing.
public struct EnvironmentAuthorities: Hashable, Sendable {
  /// A variable with its value.
  struct Variable: Hashable {
    let name: String
    let value: String
    var words: String { "\(name)=\(value)" }
  }

  /// The PEM file; nil for the system's own.
  let file: Variable?
  /// The folder of PEM files under their hashes, or several with colons between them; nil for the system's own.
  let directory: Variable?

  /// The authorities of an environment.
  ///
  ///     EnvironmentAuthorities(["SSL_CERT_FILE": "/etc/company.pem"])
  public init(_ environment: [String: String]) {
    func first(_ names: String...) -> Variable? {
      names.map { Variable(name: $0, value: environment[$0] ?? "") }.first { !$0.value.isEmpty }
    }
    file = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    directory = first("SSL_CERT_DIR")
  }

  /// The variables, for messages; nil if there is none.
  var words: String? {
    let words = [file, directory].compactMap { $0?.words }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Throws `HTTPError.unreadableAuthority` for a file, or for a folder if none can be read: OpenSSL passes over folders without a word.
  func requireReadable() throws(HTTPError) {
    if let file, access(file.value, R_OK) != 0 { throw .unreadableAuthority(file: file.words) }
    guard let directory else { return }
    let paths = directory.value.split(separator: ":").map { String($0) }
    guard paths.contains(where: { access($0, R_OK | X_OK) == 0 }) else {
      throw .unreadableAuthority(file: directory.words)
    }
  }
}
