import Synchronization

/// Passes a value from one thread to another so that only one of them holds it.
///
/// If a continuation were resumed with a secret, the resuming thread would retain it until it runs
/// again, so that two copies were in memory.
final class OneShotChannel<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ new: consuming sending Value) {
    let new = consume new
    value.withLock { $0 = new }
  }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
