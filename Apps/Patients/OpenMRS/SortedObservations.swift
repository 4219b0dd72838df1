import Reprise
import Synchronization

/// Observations by patient, sorted when they are first asked for.
final class SortedObservations: Sendable {
  private let known = Mutex<[String: [JSON]]>([:])

  func observations(of patient: String, _ sort: () -> [JSON]) -> [JSON] {
    if let known = known.withLock({ $0[patient] }) { return known }
    let sorted = sort()
    known.withLock { $0[patient] = sorted }
    return sorted
  }
}
