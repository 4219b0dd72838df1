import Core
import Foundation

/// The accounts whose passwords the user saved in the keyring, as a list in a file.
///
/// Without the list, the keyring would have to be queried, and perhaps unlocked, for every account.
/// All methods throw `PasswordError`.
struct RememberedAccounts: Hashable, Sendable {
  let path: String

  func contains(_ account: Account) throws -> Bool { try read().contains(account) }

  func insert(_ account: Account) throws {
    if try contains(account) { return }
    try change { known in if !known.contains(account) { known.append(account) } }
  }

  func remove(_ account: Account) throws {
    guard try contains(account) else { return }
    try change { known in known.removeAll { $0 == account } }
  }

  /// Changes the list under a lock, so that changes by two processes aren't lost.
  private func change(_ body: (inout [Account]) -> Void) throws {
    let directory = PrivateDirectory(URL(filePath: path).deletingLastPathComponent().path)
    func changed() throws {
      var known = try read()
      let before = known
      body(&known)
      if known != before { try write(known) }
    }
    do {
      try directory.create()
      try directory.whileLocked(changed)
    } catch let problem as FileError {
      throw PasswordError.inaccessibleList(reason: problem.reason)
    }
  }

  /// Reads the list. The first process that finds it damaged quarantines it and throws an error.
  private func read() throws -> [Account] {
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 20) }) else { return [] }
    if let known = try? JSONDecoder().decode([Account].self, from: Data(bytes)) { return known }
    let quarantine = try access { files in
      let quarantine = try Quarantine(of: path).keep(bytes)
      try files.remove(path)
      return quarantine
    }
    throw PasswordError.damagedList(path: path, quarantine: quarantine)
  }

  private func write(_ accounts: [Account]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(accounts))
    try access { files in try files.replaceDurably(path, with: bytes) }
  }

  private func access<Value>(_ body: (FileAccess) throws -> Value) throws -> Value {
    do {
      return try body(FileAccess())
    } catch let problem as FileError {
      throw PasswordError.inaccessibleList(reason: problem.reason)
    }
  }
}
