import Core
import Foundation
import RepriseTesting
import Testing

@testable import Encryption

/// The vault of one user at one server, in a home of the test's own. Its password is "geheim", and
/// its key costs as little as one may.
struct SampleVault {
  static let account = Account(server: "https://clinic.example.org", user: "nurse")
  let home: TemporaryDirectory
  let directory: VaultDirectory

  /// Names the vault, in a new home unless one is given, and makes nothing of it.
  init(in home: TemporaryDirectory? = nil) throws {
    self.home = try home ?? TemporaryDirectory()
    directory = try VaultDirectory(of: Self.account, in: self.home.path)
  }

  func make(_ password: String = "geheim") async throws -> Vault {
    try await directory.make(Secret(password), cost: .least)
  }

  func open(_ password: String = "geheim") async throws -> Vault {
    try await directory.open(Secret(password), cost: .least)
  }

  /// Makes the vault, writes `[1]` to "a" in "saved", and locks it.
  @discardableResult func makeLocked() async throws -> Vault {
    let vault = try await make()
    try vault.write([1], to: "a", in: "saved")
    vault.lock()
    return vault
  }

  /// The bytes of the key, or of another file of the vault's folder.
  func key(_ name: String = "key") throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(directory.path)/\(name)")))
  }

  /// The envelope in which the password has sealed the key.
  func envelope() throws -> SealedEnvelope {
    try SealedEnvelope(readingFrom: #require(VaultKey(key())).sealed)
  }

  /// Writes bytes to files of the vault's folder, as nobody's program does.
  func write(_ bytes: [UInt8], to names: String...) throws {
    for name in names { try Data(bytes).write(to: URL(filePath: "\(directory.path)/\(name)")) }
  }

  /// Deletes the key and its copy, and leaves no mark of that.
  func loseKeys() throws {
    for name in ["key", "key.copy"] {
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(name)")
    }
  }
}
