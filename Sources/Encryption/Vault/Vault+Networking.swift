import Core
public import Foundation
public import Networking

extension Vault {
  package var responseCache: ResponseCache {
    ResponseCache(
      directory: "\(directory.path)/answers", of: account, sealing: sealing(of: "answers"),
      name: { self.name(of: $0.text) }, clock: clock(),
      makingDirectory: { try self.makeDirectory("answers") })
  }
}

extension Vault {
  static let tokenName = "token"

  /// A store that keeps the session token encrypted in this vault.
  public var tokens: TokenStore {
    TokenStore(
      read: {
        try self.read(Self.tokenName, in: Self.tokenName, limit: 1 << 16).map { Secret(bytes: $0) }
      },
      write: { token in
        guard let token else { return try self.remove(Self.tokenName, in: Self.tokenName) }
        try self.write(
          token.withBytes { Array($0) }, to: Self.tokenName, in: Self.tokenName)
      })
  }
}

extension Vault {
  /// The clock for the vault's timestamps. Its history is in an encrypted file that all processes
  /// share.
  ///
  /// - Parameter now: Returns the time, in seconds since 1970.
  public func clock(
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) -> ResponseClock {
    ResponseClock(
      note: {
        try self.changingHistory { history in
          let before = history.latest
          // Read under the lock, so that times of concurrent processes are noted in order.
          return history.note(now()) || history.latest != before
        }
      },
      history: {
        let history = self.history()
        guard now() < history.latest else { return history }
        return (try? self.changingHistory { $0.note(now()) }) ?? history
      })
  }

  static let clockName = "clock"

  /// If the history can't be read, an empty one accepts all timestamps.
  private func history() -> ClockHistory {
    guard let bytes = try? read(Self.clockName, in: Self.clockName, limit: 1 << 16),
      let json = try? JSON(bytes)
    else { return ClockHistory() }
    return ClockHistory(json) ?? ClockHistory()
  }

  private func changingHistory(_ change: (inout ClockHistory) -> Bool) throws -> ClockHistory {
    try whileLocked(Self.clockName) {
      var history = self.history()
      if change(&history) {
        try write(history.json.bytes, to: Self.clockName, in: Self.clockName)
      }
      return history
    }
  }

  /// Runs `body` while holding the lock of a directory, for example to read and replace a file
  /// without losing another process's change. Only callers of this method exclude each other. Must
  /// not be nested. Throws `VaultError`.
  public func whileLocked<Value>(_ directory: String, _ body: () throws -> Value) throws -> Value {
    try requireExists()
    // Throws if the vault is locked, before any directory is created.
    _ = try sealer.name(of: [])
    return try VaultError.ofVault {
      try makeDirectory(directory)
      return try PrivateDirectory("\(self.directory.path)/\(directory)").whileLocked(body)
    }
  }
}
