import Dispatch
import Foundation
import Synchronization

/// The logins of this process that nothing keeps for the next one. They are given back before the process ends: servers allow a user few
/// sessions, and end another one for a new one.
///
/// A ``TokenSession`` notes its own, and ``Connection/noteSession(_:)`` one that cookies make. A
/// process that is killed gives nothing back.
public final class OpenLogins: Sendable {
  private let ends = Mutex<[ObjectIdentifier: @Sendable () async -> Void]>([:])

  /// Creates a place with no logins.
  public init() {}

  /// True if no login is open.
  public var isEmpty: Bool { ends.withLock(\.isEmpty) }

  /// Notes a login, from before it is made, with what ends it.
  func note(_ owner: AnyObject, end: @escaping @Sendable () async -> Void) {
    ends.withLock { $0[ObjectIdentifier(owner)] = end }
  }

  /// Forgets a login that has ended, or that is kept.
  func forget(_ owner: AnyObject) {
    _ = ends.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
  }

  /// Gives all logins back, or gives up after a second: a server that is away mustn't keep the
  /// program from ending.
  public func giveBack() async {
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

  /// Gives all logins back as ``giveBack()`` does, while the caller's thread waits: for a process that is about to end.
  public func giveBackNow() {
    guard !isEmpty else { return }
    let done = DispatchSemaphore(value: 0)
    // The caller may be the main thread, which waits: the task must inherit nothing from it.
    Task.detached {
      await self.giveBack()
      done.signal()
    }
    // A little longer, so that what is cancelled ends by itself.
    _ = done.wait(timeout: .now() + .milliseconds(1_200))
  }

  /// Does the work of a command, and then gives all logins back: also if it fails, or if a signal
  /// ends it.
  @MainActor public func givenBack<Result>(
    after work: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let watch = giveBackBeforeSignals()
    defer { withExtendedLifetime(watch) {} }
    do {
      let result = try await work()
      await giveBack()
      return result
    } catch {
      await giveBack()
      throw error
    }
  }

  /// Gives all logins back before a signal ends the process, for as long as the result is held.
  public func giveBackBeforeSignals() -> SignalWatch {
    SignalWatch { self.giveBackNow() }
  }

  /// A watch for the signals that end a process, which they do after some work.
  // What it holds is set once, and its handlers run on Dispatch's own threads.
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
        // What was ignored before, by nohup, stays so.
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
