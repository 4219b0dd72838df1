import Reprise
import Synchronization

/// A cache of each patient's observations, sorted on first use.
final class SortedObservations: Sendable {
  private let known = Mutex<[String: [JSON]]>([:])

  func observations(of patient: String, _ sort: () -> [JSON]) -> [JSON] {
    if let known = known.withLock({ $0[patient] }) { return known }
    let sorted = sort()
    known.withLock { $0[patient] = sorted }
    return sorted
  }
}
