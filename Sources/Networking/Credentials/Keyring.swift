import Files
import Foundation
public import Values

/// The desktop's keyring, through `secret-tool`: passwords that a person asked to be remembered, and no others.
public struct Keyring: Sendable {
  private let tool: String
  private let application: String
  private let accounts: RememberedAccounts
  private let environment: [String: String]
  /// The time limit of a call: a person may have to unlock the keyring first.
  private let patience: Duration

  /// The keyring; nil where there is no secret-tool in PATH.
  ///
  ///     Keyring(application: "patients", directory: directory, environment: ProcessInfo.processInfo.environment)
  ///
  /// - Parameters:
  ///   - application: The name under which the keyring has the passwords, beside server and user.
  ///   - folder: The application's state folder, where `keyring.json` names the accounts that are remembered. It is made when
  ///     the first one is.
  ///   - environment: The environment of `secret-tool`, which is looked for in its PATH.
  ///   - patience: The time limit of a call: a person may have to unlock the keyring first.
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

  /// Tells whether the person wanted this account's password to be remembered. Nobody is asked. Throws `PasswordError`.
  public func remembers(_ account: Account) throws -> Bool { try accounts.contains(account) }

  /// Reads a remembered password; nil if there is none, or if the person doesn't unlock the keyring.
  ///
  /// Throws `PasswordError`, and `CancellationError`.
  @concurrent public func password(of account: Account) async throws -> Secret? {
    guard try accounts.contains(account) else { return nil }
    do {
      return try await run("lookup", for: account).password(from: .keyring)
    } catch PasswordError.failed(.keyring, code: 1, line: nil) {
      return nil
    }
  }

  /// The keyring as a source of an account's password. Where it has a problem a person is asked, as if nothing were remembered; a password
  /// that the server refuses is forgotten.
  public func source(for account: Account) -> PasswordSource {
    PasswordSource { refused in
      // Another window may have remembered a newer one.
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

  /// Remembers a password from now on, in place of an earlier one. Throws `PasswordError`, and `CancellationError`.
  @concurrent public func remember(_ password: Secret, for account: Account) async throws {
    guard let password = try password.password(from: .keyring) else { return }
    let wasKnown = try accounts.contains(account)
    // First the list, so that what is in the keyring can be forgotten again whatever happens.
    try accounts.insert(account)
    do {
      _ = try await run("store", ["--label=\(label(of: account))"], for: account, input: password)
    } catch {
      if !wasKnown, !Keyring.mayBeKept(after: error) { try accounts.remove(account) }
      throw error
    }
  }

  /// Tells whether the keyring may have a password although storing it failed: then the list has to name the account.
  private static func mayBeKept(after error: any Error) -> Bool {
    switch error {
    case PasswordError.failed, PasswordError.notStarted: false
    default: true
    }
  }

  /// Forgets a password; if none was remembered, nobody is asked. Throws `PasswordError`, and `CancellationError`.
  @concurrent public func forget(_ account: Account) async throws {
    guard try accounts.contains(account) else { return }
    do {
      _ = try await run("clear", for: account)
    } catch PasswordError.failed(.keyring, code: 1, line: nil) {
      // There was nothing to forget.
    }
    try accounts.remove(account)
  }

  private func run(
    _ verb: String, _ options: [String] = [], for account: Account, input: Secret? = nil
  ) async throws -> Secret {
    // A user may begin with a hyphen, but isn't an option.
    let attributes = [
      "--", "application", application, "server", account.server, "user", account.user,
    ]
    let program = ChildProgram(
      path: tool, arguments: [verb] + options + attributes, environment: environment,
      timeLimit: patience)
    return try await program.output(for: .keyring, input: input)
  }

  /// The label of a password in the desktop's own list.
  private func label(of account: Account) -> String {
    "Reprise \(application): \(account.user) at \(account.server)"
  }
}
