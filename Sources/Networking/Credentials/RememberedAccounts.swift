import Foundation
import Restoration

/// The accounts whose passwords a person has given to the keyring, as a list in a file.
///
/// Without it the keyring would have to be asked, and perhaps unlocked, for every account. All of it throws `PasswordProblem`.
struct RememberedAccounts: Hashable, Sendable {
  let path: String

  func contains(_ account: Principal) throws -> Bool { try read().contains(account) }

  func insert(_ account: Principal) throws {
    let known = try read()
    if !known.contains(account) { try write(known + [account]) }
  }

  func remove(_ account: Principal) throws {
    let known = try read()
    if known.contains(account) { try write(known.filter { $0 != account }) }
  }

  /// A damaged list is set aside by the first who reads it, and told then.
  private func read() throws -> [Principal] {
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 20) }) else { return [] }
    if let known = try? JSONDecoder().decode([Principal].self, from: Data(bytes)) { return known }
    let setAside = try access { files in
      let setAside = try SetAside(of: path).keep(bytes)
      try files.remove(path)
      return setAside
    }
    throw PasswordProblem.damagedList(path: path, setAside: setAside)
  }

  private func write(_ accounts: [Principal]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(accounts))
    try access { files in
      try SessionFolder(path: URL(filePath: path).deletingLastPathComponent().path).create()
      try files.replaceDurably(
        path, with: bytes, temporary: "\(path).\(ProcessInfo.processInfo.processIdentifier)")
    }
  }

  private func access<Value>(_ body: (FileAccess) throws -> Value) throws -> Value {
    do {
      return try body(FileAccess())
    } catch SnapshotProblem.unsafe(let path, let reason) {
      throw PasswordProblem.inaccessibleList(reason: "\(path): \(reason).")
    } catch let problem as SnapshotProblem {
      throw PasswordProblem.inaccessibleList(reason: problem.errorDescription ?? "\(problem)")
    }
  }
}
