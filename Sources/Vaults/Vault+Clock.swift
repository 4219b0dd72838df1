import Files
public import Foundation
public import Networking
import Sealing
import Values

extension Vault {
  /// The clock of everything that is kept here, with its history in a sealed file that all processes share.
  ///
  /// - Parameter now: Tells the time, in seconds since 1970.
  public func clock(
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) -> ResponseClock {
    ResponseClock(
      note: {
        try self.changingHistory { history in
          let before = history.latest
          // Told under the lock: otherwise one process's later time could come before another's.
          return history.note(now()) || history.latest != before
        }
      },
      history: {
        let history = self.history()
        guard now() < history.latest else { return history }
        return (try? self.changingHistory { $0.note(now()) }) ?? history
      })
  }

  /// The name of the history's file, and of its folder.
  static let clockName = "clock"

  /// The history as it is kept. One that can't be read is begun anew: then moments are believed as they are.
  private func history() -> ClockHistory {
    guard let bytes = try? read(Self.clockName, in: Self.clockName, limit: 1 << 16),
      let json = try? JSON(bytes)
    else { return ClockHistory() }
    return ClockHistory(json) ?? ClockHistory()
  }

  /// Changes the history, and writes it if `change` says so. Throws `VaultError`.
  private func changingHistory(_ change: (inout ClockHistory) -> Bool) throws -> ClockHistory {
    try whileLocked(Self.clockName) {
      var history = self.history()
      if change(&history) {
        try write(history.json.bytes, to: Self.clockName, in: Self.clockName)
      }
      return history
    }
  }

  /// Does something with a folder's files that no other process does meanwhile, if it asks in this way too: to read a file and replace it,
  /// so that no other process's change in between is lost. Don't nest it. Throws `VaultError`.
  public func whileLocked<Value>(_ directory: String, _ body: () throws -> Value) throws -> Value {
    try requireKept()
    // Nothing is made for a vault that is locked.
    _ = try sealer.name(of: [])
    return try VaultError.ofVault {
      try makeDirectory(directory)
      return try PrivateDirectory("\(self.directory.path)/\(directory)").whileLocked(body)
    }
  }
}
