import Core
public import Foundation
public import Networking

extension Vault {
  package var responseCache: ResponseCache {
    ResponseCache(
      directory: "\(directory.path)/answers", of: account, sealing: sealing(of: "answers"),
      name: { self.name(of: $0.text) }, turn: { self.turn(of: $0) },
      makingDirectory: { try self.makeDirectory("answers") })
  }
}

extension Vault {
  static let tokenName = "token"

  /// A store that keeps the token of a `TokenSession` encrypted in this vault.
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
  static let clockName = "clock"

  /// Returns how often the system clock was set back before a response was received. Of two
  /// responses, the one with the higher number is newer, whatever their timestamps.
  ///
  /// The number is stored in an encrypted file that all processes share.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the response, in seconds since 1970.
  ///   - now: Returns the present time, in seconds since 1970.
  public func turn(of timestamp: Int, now: @Sendable () -> Int = { time(nil) }) -> Int {
    let noted = try? whileLocked(Self.clockName) { () -> (latest: Int, turn: Int) in
      let before = readClock()
      // Read under the lock, so that the times of concurrent processes are in order.
      let latest = now()
      let turn = latest < before.latest ? before.turn + 1 : before.turn
      if latest != before.latest {
        let json = JSON.object([
          JSON.Member("format", .number("1")), JSON.Member("latest", .number(String(latest))),
          JSON.Member("firstTurn", .number(String(turn))), JSON.Member("setBacks", .array([])),
        ])
        try write(json.bytes, to: Self.clockName, in: Self.clockName)
      }
      return (latest, turn)
    }
    let clock = noted ?? readClock()
    // The clock may have been set back while the response was on its way.
    return timestamp <= clock.latest ? clock.turn : max(0, clock.turn - 1)
  }

  /// Returns the latest time and its turn; zeros if the file can't be read.
  private func readClock() -> (latest: Int, turn: Int) {
    guard let bytes = try? read(Self.clockName, in: Self.clockName, limit: 1 << 16),
      let json = try? JSON(bytes), let latest = json["latest"]?.int,
      let turn = json["firstTurn"]?.int, (0...Int(Int32.max)).contains(turn)
    else { return (0, 0) }
    // Earlier releases list the times to which the clock was set back.
    return (latest, turn + (json["setBacks"]?.array?.count ?? 0))
  }

  /// Executes `body` while holding a lock on one of the vault's directories, for example to change
  /// a file without losing another process's change.
  ///
  /// While another caller of this method holds the lock, it waits about two seconds at most. Other
  /// accesses aren't prevented. Calls must not be nested. Throws `VaultError`,
  /// `SealingError.locked` if the vault is locked, and the errors of `body`.
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
