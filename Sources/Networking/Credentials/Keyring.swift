package import Core
import FoundationEssentials
import Glibc

/// Access to the desktop's keyring through the program `secret-tool`. It stores only the passwords
/// that the user chose to save.
package struct Keyring: Sendable {
  private let tool: String
  private let application: String
  private let accounts: RememberedAccounts
  private let environment: [String: String]
  private let patience: Duration

  /// `nil` if PATH has no `secret-tool`. `patience` includes the time to unlock the keyring.
  public init?(
    application: String, directory: String, environment: [String: String],
    patience: Duration = .seconds(120)
  ) {
    guard let tool = SearchPath(environment).program("secret-tool") else { return nil }
    self.tool = tool
    self.application = application
    accounts = RememberedAccounts(path: "\(directory)/keyring.json")
    self.environment = environment
    self.patience = patience
  }

  /// Doesn't access the keyring. Throws `PasswordError`, as all of these do.
  public func remembers(_ account: Account) throws -> Bool { try accounts.contains(account) }

  /// `nil` if none is saved, or if the user doesn't unlock the keyring.
  @concurrent public func password(of account: Account) async throws -> Secret? {
    guard try accounts.contains(account) else { return nil }
    do {
      return try await run("lookup", for: account).password(from: .keyring)
    } catch PasswordError.failed(.keyring, code: 1, line: nil) {
      return nil
    }
  }

  /// If the keyring fails, the source returns no password, so that the user is prompted for it. A
  /// password that the server rejects is deleted from the keyring.
  public func source(for account: Account) -> PasswordSource {
    PasswordSource { refused in
      // Another process may have saved a newer password.
      guard (try? await password(of: account))?.areContentsEqual(as: refused) == true else {
        return
      }
      try? await forget(account)
    } _: {
      do {
        return try await password(of: account)
      } catch is PasswordError {
        return nil
      }
    }
  }

  @concurrent public func remember(_ password: Secret, for account: Account) async throws {
    guard let password = try password.password(from: .keyring) else { return }
    let wasKnown = try accounts.contains(account)
    // The list first, so that the keyring's entry can be deleted again whatever happens.
    try accounts.insert(account)
    do {
      _ = try await run("store", ["--label=\(label(of: account))"], for: account, input: password)
    } catch {
      if !wasKnown, !Keyring.mayBeStored(after: error) { try accounts.remove(account) }
      throw error
    }
  }

  /// If the keyring may contain the password nevertheless, the account stays in the list.
  private static func mayBeStored(after error: any Error) -> Bool {
    switch error {
    case PasswordError.failed, PasswordError.notStarted: false
    default: true
    }
  }

  /// If none was saved, the keyring isn't accessed.
  @concurrent public func forget(_ account: Account) async throws {
    guard try accounts.contains(account) else { return }
    do {
      _ = try await run("clear", for: account)
    } catch PasswordError.failed(.keyring, code: 1, line: nil) {
      // The keyring had no such entry.
    }
    try accounts.remove(account)
  }

  private func run(
    _ verb: String, _ options: [String] = [], for account: Account, input: Secret? = nil
  ) async throws -> Secret {
    // A user name may begin with a hyphen and must not be read as an option.
    let attributes = [
      "--", "application", application, "server", account.server, "user", account.user,
    ]
    let program = ChildProgram(
      path: tool, arguments: [verb] + options + attributes, environment: environment,
      timeLimit: patience)
    return try await program.output(for: .keyring, input: input)
  }

  private func label(of account: Account) -> String {
    "Reprise \(application): \(account.user) at \(account.server)"
  }
}

/// The accounts whose passwords the user saved in the keyring, as a list in a file. Without it, the
/// keyring would have to be queried, and perhaps unlocked, for every account. All methods throw
/// `PasswordError`.
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

  /// The first process that finds the list damaged quarantines it and throws an error.
  private func read() throws -> [Account] {
    guard let bytes = try access({ try $0.contents(of: path, limit: 1 << 20) }) else { return [] }
    if let known = try? JSONDecoder().decode([Account].self, from: Data(bytes)) { return known }
    let quarantine = try access { files in
      let quarantine = try Quarantine(of: path).store(bytes)
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
