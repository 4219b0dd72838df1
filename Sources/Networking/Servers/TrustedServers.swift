public import Core
public import FoundationEssentials
import Glibc

/// A store of the certificates that the user trusts although no known authority signed them: at
/// most one for each server.
///
/// A server is identified by its origin: "https://appliance.example.com:8443". Each certificate has
/// its own file, so that processes don't overwrite each other's changes.
public struct TrustedServers: Hashable, Sendable {
  /// The directory that contains the files of the trusted certificates.
  public let directory: String

  /// Creates a store in a directory. The directory is created when the first certificate is stored.
  ///
  ///     TrustedServers(directory: directory + "/certificates")
  public init(directory: String) { self.directory = directory }

  /// Returns the certificate that the user trusts for a server; `nil` if there is none.
  ///
  /// Throws `TrustError`. A damaged file is quarantined: the call that detects the damage throws
  /// `TrustError.damaged`.
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

  /// Stores a certificate as trusted for a server, replacing the one trusted before. Throws
  /// `TrustError` if it can't be stored.
  public func trust(_ certificate: Certificate, for origin: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(Entry(server: origin, certificate: certificate)))
    try access { files in
      try PrivateDirectory(directory).create()
      try files.replaceDurably("\(directory)/\(name(of: origin))", with: bytes)
    }
  }

  /// Removes the certificate that the user trusts for a server. Throws `TrustError` if the file
  /// can't be deleted.
  public func forget(_ origin: String) throws {
    try access { try $0.remove("\(directory)/\(name(of: origin))") }
  }

  /// Returns all servers for which the user trusts a certificate, sorted by name. Throws
  /// `TrustError` if a certificate can't be read.
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
    let name = origin.percentEncoded(keeping: "-.")
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

/// The error if the user's trusted certificates can't be read or written. While a certificate can't
/// be read, it isn't trusted.
public enum TrustError: Error, Hashable, Sendable {
  /// A certificate file was damaged. It was moved, so that it isn't read again: `quarantine` is its
  /// new path.
  case damaged(path: String, quarantine: String)
  /// A certificate file, or the directory of the certificates, couldn't be read or written. The
  /// value is the reason.
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
