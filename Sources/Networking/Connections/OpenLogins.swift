import Dispatch
import Foundation
import Synchronization

/// A registry of this process's logins that no later process can reuse. They are ended before the
/// process exits, because servers limit a user's sessions, and drop an old one for each new one.
///
/// A ``TokenSession`` registers itself; ``Connection/noteSession(_:)`` registers a cookie session.
/// A process that is killed ends no login.
public final class OpenLogins: Sendable {
  private let ends = Mutex<[ObjectIdentifier: @Sendable () async -> Void]>([:])

  /// Creates an empty registry.
  public init() {}

  /// Whether no login is registered.
  public var isEmpty: Bool { ends.withLock(\.isEmpty) }

  /// Registers a login, before it is requested, with the work that ends it.
  func note(_ owner: AnyObject, end: @escaping @Sendable () async -> Void) {
    ends.withLock { $0[ObjectIdentifier(owner)] = end }
  }

  func forget(_ owner: AnyObject) {
    _ = ends.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
  }

  /// Ends all logins. Gives up after one second, so that an unreachable server doesn't keep the
  /// program from exiting.
  public func logOutAll() async {
    let ends = ends.withLock { ends in
      defer { ends = [:] }
      return ends.values.map(\.self)
    }
    guard !ends.isEmpty else { return }
    await withTaskGroup { group in
      group.addTask {
        await withTaskGroup { logins in
          for end in ends { logins.addTask { await end() } }
        }
      }
      group.addTask { try? await Task.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Ends all logins like ``logOutAll()``, blocking the calling thread: for a process that is about
  /// to exit.
  public func logOutAllNow() {
    guard !isEmpty else { return }
    let done = DispatchSemaphore(value: 0)
    // The caller may be the blocked main thread, so the task must not inherit its actor.
    Task.detached {
      await self.logOutAll()
      done.signal()
    }
    // Slightly longer than `logOutAll`, so that its cancelled requests can finish.
    _ = done.wait(timeout: .now() + .milliseconds(1_200))
  }

  /// Runs a command's work and then ends all logins, even if the work fails or a signal ends the
  /// process.
  @MainActor public func loggingOutAll<Result>(
    after work: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let watch = logOutAllBeforeSignals()
    defer { withExtendedLifetime(watch) {} }
    do {
      let result = try await work()
      await logOutAll()
      return result
    } catch {
      await logOutAll()
      throw error
    }
  }

  /// Ends all logins before a signal ends the process, for as long as the result is retained.
  public func logOutAllBeforeSignals() -> SignalWatch {
    SignalWatch { self.logOutAllNow() }
  }

  /// Handles SIGINT, SIGTERM and SIGHUP while it is retained: runs some work, and then lets the
  /// signal end the process.
  // Its property is set once, and its handlers run on Dispatch's threads.
  public final class SignalWatch: @unchecked Sendable {
    private let sources: [any DispatchSourceSignal]

    deinit {
      for source in sources {
        source.cancel()
        signal(Int32(source.handle), SIG_DFL)
      }
    }

    fileprivate init(_ work: @escaping @Sendable () -> Void) {
      sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
        // Signals that are already ignored, as under `nohup`, stay ignored.
        let before = signal(number, SIG_IGN)
        guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
          return nil
        }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { @Sendable in
          work()
          signal(number, SIG_DFL)
          raise(number)
        }
        source.resume()
        return source
      }
    }
  }
}
