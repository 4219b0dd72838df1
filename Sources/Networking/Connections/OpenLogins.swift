import Dispatch
import Glibc
import Synchronization

/// A registry of logins to end before the process exits. It contains this process's logins that no
/// later process can reuse. Servers limit the number of a user's sessions, so logins left open
/// could end others.
///
/// A ``TokenSession`` registers its login itself; ``Connection/noteSession(_:)`` registers a
/// session of cookies. If the process is killed, its logins aren't ended.
public final class OpenLogins: Sendable {
  private let ends = Mutex<[ObjectIdentifier: @Sendable () async -> Void]>([:])

  /// Creates a registry without logins.
  public init() {}

  /// Whether the registry contains no logins.
  public var isEmpty: Bool { ends.withLock(\.isEmpty) }

  /// Registers a login, before it is requested, with the work that ends it.
  func note(_ owner: AnyObject, end: @escaping @Sendable () async -> Void) {
    ends.withLock { $0[ObjectIdentifier(owner)] = end }
  }

  func forget(_ owner: AnyObject) {
    _ = ends.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
  }

  /// Ends all registered logins. After one second, cancels the requests that are still running, so
  /// that an unreachable server doesn't delay the exit of the program.
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

  /// Ends all registered logins, and blocks the calling thread for about a second at most. Call it
  /// when the process is about to exit and can't use ``logOutAll()``.
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

  /// Performs work, and then ends all registered logins, even if the work throws or a signal ends
  /// the process. Returns the result of the work.
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

  /// Installs signal handlers that end all registered logins before SIGINT, SIGTERM or SIGHUP ends
  /// the process. They are removed when the returned object is released.
  public func logOutAllBeforeSignals() -> SignalWatch {
    SignalWatch { self.logOutAllNow() }
  }

  /// Signal handlers for SIGINT, SIGTERM and SIGHUP, active while this object is retained. When a
  /// signal arrives, they end the registered logins, and then the signal ends the process.
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
