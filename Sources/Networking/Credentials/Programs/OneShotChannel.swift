import Synchronization

/// A value on its way from one thread to another, of which only one of the two has hold at a time.
///
/// A continuation that is resumed with a secret leaves the resuming thread with hold of it, for as long as the system lets that
/// thread wait; so two copies were in memory where there should be one.
final class OneShotChannel<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ new: consuming sending Value) {
    let new = consume new
    value.withLock { $0 = new }
  }

  /// Takes the value away; nil if none was put.
  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
