import Files
import Foundation
import Values

/// The accounts whose passwords a person has given to the keyring, as a list in a file.
///
/// Without it the keyring would have to be asked, and perhaps unlocked, for every account. All of it throws `PasswordProblem`.
struct RememberedAccounts: Hashable, Sendable {
  let path: String

  func contains(_ account: Account) throws -> Bool { try read().contains(account) }

  func insert(_ account: Account) throws {
    let known = try read()
    if !known.contains(account) { try write(known + [account]) }
  }

  func remove(_ account: Account) throws {
    let known = try read()
    if known.contains(account) { try write(known.filter { $0 != account }) }
  }

  /// A damaged list is set aside by the first who reads it, and told then.
  private func read() throws -> [Account] {
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 20) }) else { return [] }
    if let known = try? JSONDecoder().decode([Account].self, from: Data(bytes)) { return known }
    let setAside = try access { files in
      let setAside = try SetAside(of: path).keep(bytes)
      try files.remove(path)
      return setAside
    }
    throw PasswordProblem.damagedList(path: path, setAside: setAside)
  }

  private func write(_ accounts: [Account]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(accounts))
    try access { files in
      try PrivateFolder(URL(filePath: path).deletingLastPathComponent().path).create()
      try files.replaceDurably(
        path, with: bytes, temporary: "\(path).\(ProcessInfo.processInfo.processIdentifier)")
    }
  }

  private func access<Value>(_ body: (FileAccess) throws -> Value) throws -> Value {
    do {
      return try body(FileAccess())
    } catch let problem as FileProblem {
      throw PasswordProblem.inaccessibleList(reason: problem.reason)
    }
  }
}
