import Files
import Foundation
import Values

/// The certificates that a person trusts though no authority vouches for them, each for one server.
///
/// Each server has a file, so that no process writes over another's change. A server is named by its
/// origin: "https://appliance.example.com:8443".
public struct TrustedServers: Hashable, Sendable {
  /// The folder of the certificates.
  public let directory: String

  /// The certificates in a folder, which is made with the first one.
  ///
  ///     TrustedServers(directory: directory + "/certificates")
  public init(directory: String) { self.directory = directory }

  /// The certificate that is trusted for a server; nil if there is none.
  ///
  /// Throws `TrustError`. A damaged file is set aside by the first reader, and told then.
  public func certificate(for origin: String) throws -> Certificate? {
    let entry = try entry(in: name(of: origin))
    return entry?.server == origin ? entry?.certificate : nil
  }

  /// The entry in a file; nil if there is none. Throws `TrustError` for a damaged file, and sets it aside.
  private func entry(in name: String) throws -> Entry? {
    let path = "\(directory)/\(name)"
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 16) }) else { return nil }
    if let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)),
      self.name(of: entry.server) == name, entry.certificate.publicKey.isPin
    {
      return entry
    }
    let quarantine = try access { files in
      let quarantine = try Quarantine(of: path).keep(bytes)
      try files.remove(path)
      return quarantine
    }
    throw TrustError.damaged(path: path, quarantine: quarantine)
  }

  /// Trusts a certificate for a server from now on, whatever was trusted before. Throws `TrustError`.
  public func trust(_ certificate: Certificate, for origin: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(Entry(server: origin, certificate: certificate)))
    try access { files in
      try PrivateDirectory(directory).create()
      try files.replaceDurably("\(directory)/\(name(of: origin))", with: bytes)
    }
  }

  /// Trusts no certificate for a server any more. Throws `TrustError`.
  public func forget(_ origin: String) throws {
    try access { try $0.remove("\(directory)/\(name(of: origin))") }
  }

  /// All servers with a certificate that is trusted, by name. Throws `TrustError`.
  public func servers() throws -> [(server: String, certificate: Certificate)] {
    let names = try access { _ in try PrivateDirectory(directory).names() }
    return try names.filter { $0.hasSuffix(".json") }.compactMap { name in
      try entry(in: name).map { ($0.server, $0.certificate) }
    }
  }

  /// The contents of a file: the server, too, so that a file under another's name is noticed.
  private struct Entry: Codable {
    let server: String
    let certificate: Certificate
  }

  /// The name of a server's file. All but letters, digits, points and hyphens are written as their bytes: "https%3A%2F%2Fhost.json".
  ///
  /// A name that is too long for a file is cut, and has a checksum of the whole: "https%3A%2F%2Fhos~1C291CA3.json".
  private func name(of origin: String) -> String {
    var plain = CharacterSet(charactersIn: "a"..."z")
    plain.formUnion(CharacterSet(charactersIn: "A"..."Z"))
    plain.formUnion(CharacterSet(charactersIn: "0"..."9"))
    plain.insert(charactersIn: "-.")
    let name = origin.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    // 255 bytes are a name's limit, and while the file is written “.json.new” stands behind this.
    guard name.utf8.count > 246 else { return "\(name).json" }
    var checksum = CRC32()
    checksum.update(name.utf8)
    return "\(name.prefix(180))~\(checksum.hexadecimal).json"
  }

  private func access<Value>(_ body: (FileAccess) throws -> Value) throws -> Value {
    do {
      return try body(FileAccess())
    } catch let problem as FileError {
      throw TrustError.file(problem)
    }
  }
}

extension String {
  /// True for a public key as `Certificate` has it: anything else libcurl would take for a file's name.
  fileprivate var isPin: Bool {
    let prefix = "sha256//"
    return hasPrefix(prefix) && Data(base64Encoded: String(dropFirst(prefix.count)))?.count == 32
  }
}
