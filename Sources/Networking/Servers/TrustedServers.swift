public import Core
public import Foundation

/// The certificates that the user trusts although no known authority signed them, one per server.
///
/// Each server has its own file, so that processes don't overwrite each other's changes. A server
/// is named by its origin: "https://appliance.example.com:8443".
public struct TrustedServers: Hashable, Sendable {
  /// The directory of the certificates.
  public let directory: String

  /// Creates a store in a directory, which is created with the first certificate.
  ///
  ///     TrustedServers(directory: directory + "/certificates")
  public init(directory: String) { self.directory = directory }

  /// Returns the trusted certificate of a server; `nil` if there is none.
  ///
  /// Throws `TrustError`. The first reader of a damaged file quarantines it and throws an error.
  public func certificate(for origin: String) throws -> Certificate? {
    let entry = try entry(in: name(of: origin))
    return entry?.server == origin ? entry?.certificate : nil
  }

  private func entry(in name: String) throws -> Entry? {
    let path = "\(directory)/\(name)"
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 16) }) else { return nil }
    if let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)),
      self.name(of: entry.server) == name, entry.certificate.publicKey.isPin
    {
      return entry
    }
    let quarantine = try access { files in
      let quarantine = try Quarantine(of: path).store(bytes)
      try files.remove(path)
      return quarantine
    }
    throw TrustError.damaged(path: path, quarantine: quarantine)
  }

  /// Trusts a certificate for a server, replacing the previously trusted one. Throws
  /// `TrustError`.
  public func trust(_ certificate: Certificate, for origin: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(Entry(server: origin, certificate: certificate)))
    try access { files in
      try PrivateDirectory(directory).create()
      try files.replaceDurably("\(directory)/\(name(of: origin))", with: bytes)
    }
  }

  /// Removes a server's trusted certificate. Throws `TrustError`.
  public func forget(_ origin: String) throws {
    try access { try $0.remove("\(directory)/\(name(of: origin))") }
  }

  /// Returns all servers with a trusted certificate, by name. Throws `TrustError`.
  public func servers() throws -> [(server: String, certificate: Certificate)] {
    let names = try access { _ in try PrivateDirectory(directory).names() }
    return try names.filter { $0.hasSuffix(".json") }.compactMap { name in
      try entry(in: name).map { ($0.server, $0.certificate) }
    }
  }

  /// The server is included to detect renamed files.
  private struct Entry: Codable {
    let server: String
    let certificate: Certificate
  }

  /// Percent-encodes all characters except letters, digits, dots and hyphens:
  /// "https%3A%2F%2Fhost.json". Cuts off a name too long for a file, with a checksum of the whole:
  /// "https%3A%2F%2Fhos~1C291CA3.json".
  private func name(of origin: String) -> String {
    var plain = CharacterSet(charactersIn: "a"..."z")
    plain.formUnion(CharacterSet(charactersIn: "A"..."Z"))
    plain.formUnion(CharacterSet(charactersIn: "0"..."9"))
    plain.insert(charactersIn: "-.")
    let name = origin.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    // The limit is 255 bytes, including ".json.new" while the file is written.
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
  /// libcurl would take anything else than a public key for a file name.
  fileprivate var isPin: Bool {
    let prefix = "sha256//"
    return hasPrefix(prefix) && Data(base64Encoded: String(dropFirst(prefix.count)))?.count == 32
  }
}

/// The reason why trusted certificates can't be read or written. Until they can, none of them is
/// trusted.
public enum TrustError: Error, Hashable, Sendable {
  /// A file was damaged, and was quarantined under the second path.
  case damaged(path: String, quarantine: String)
  /// A file, or the directory, can't be read or written.
  case file(FileError)
}

extension TrustError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .damaged(let path, _):
      "\(path), which names the certificate you trust, is damaged and wasn't used."
    case .file(let problem): "Can't read your trusted certificates: \(problem.reason)"
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .damaged(_, let quarantine):
      "It was set aside as \(quarantine). Try again; you will be asked about the certificate again."
    case .file(let problem): problem.recoverySuggestion
    }
  }
}
