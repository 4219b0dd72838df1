import Reprise
import Synchronization

/// The facts that this process has learned about a server.
final class ServerKnowledge: Sendable {
  private struct State {
    var root: String?
    var release: ServicesRelease??
    var vitals: VitalDictionary?
    var severities: [ResourceID: Allergy.Grade]?
    var forbidden: Set<String> = []
    var doubts: [String: (kept: ServerResponse, since: Int)] = [:]
    var tellsRanges = true
    var limit = 100
    var hasUnreadableEntries = false
  }

  private let state: Mutex<State>

  /// The concepts for vital signs from config.json, by the keys of `VitalDictionary.names`.
  let chosenVitals: [String: String]

  /// - Parameter root: The path between the server's address and its services, if it is known.
  init(root: String? = nil, chosenVitals: [String: String] = [:]) {
    state = Mutex(State(root: root))
    self.chosenVitals = chosenVitals
  }

  /// The path between the server's address and its services, "" or "/openmrs"; `nil` until known.
  var root: String? {
    get { state.withLock { $0.root } }
    set { state.withLock { $0.root = newValue } }
  }

  /// The server's release. The outer optional is `nil` until it was requested.
  var release: ServicesRelease?? {
    get { state.withLock { $0.release } }
    set { state.withLock { $0.release = newValue } }
  }

  /// The server's concepts for vital signs, which are the same for all patients.
  var vitals: VitalDictionary? {
    get { state.withLock { $0.vitals } }
    set { state.withLock { $0.vitals = newValue } }
  }

  /// The grades of allergies by the severity concepts in the server's settings.
  var severities: [ResourceID: Allergy.Grade]? {
    get { state.withLock { $0.severities } }
    set { state.withLock { $0.severities = newValue } }
  }

  /// The requests whose lists became empty, with the cached response and the time of the change.
  var doubts: [String: (kept: ServerResponse, since: Int)] {
    get { state.withLock { $0.doubts } }
    set { state.withLock { $0.doubts = newValue } }
  }

  /// The parts that broke off a response because the user may not see them: "obs".
  var forbidden: Set<String> {
    get { state.withLock { $0.forbidden } }
    set { state.withLock { $0.forbidden = newValue } }
  }

  /// Whether observations are requested with their ranges. Set to `false` when a platform before
  /// 2.7 refuses such a request.
  var tellsRanges: Bool {
    get { state.withLock { $0.tellsRanges } }
    set { state.withLock { $0.tellsRanges = newValue } }
  }

  /// Whether a list, or an entry of one, couldn't be read.
  var hasUnreadableEntries: Bool {
    get { state.withLock { $0.hasUnreadableEntries } }
    set { state.withLock { $0.hasUnreadableEntries = newValue } }
  }

  /// The maximum number of entries per page. An administrator may have lowered it.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = min(max(1, newValue), 100) } }
  }
}
