import RepriseTesting
import Synchronization

/// What a clinic's server does deliberately wrongly: its answers to a service are changed before
/// they go out.
///
///     clinic.faults.change("order") { $0.delay = .seconds(2) }
///     clinic.faults.change("condition", times: 1) { $0 = .html("<title>502 Bad Gateway</title>",
///     status: 502) }
final class ClinicFaults: Sendable {
  typealias Change = @Sendable (inout TestResponse) -> Void

  private struct Fault {
    let change: Change
    /// How often it is still to happen.
    var times: Int
  }

  private let faults = Mutex<[String: Fault]>([:])

  /// Changes the answers to a service, "patient/7/allergy", from now on or so many times.
  func change(_ service: String, times: Int = .max, _ change: @escaping Change) {
    faults.withLock { $0[service] = Fault(change: change, times: times) }
  }

  /// From now on nothing is changed.
  func end() { faults.withLock { $0 = [:] } }

  /// The answer as it goes out.
  func changed(_ answer: TestResponse, to service: String) -> TestResponse {
    let change = faults.withLock { faults -> Change? in
      guard let fault = faults[service], fault.times > 0 else { return nil }
      faults[service]?.times -= 1
      return fault.change
    }
    var answer = answer
    change?(&answer)
    return answer
  }
}
