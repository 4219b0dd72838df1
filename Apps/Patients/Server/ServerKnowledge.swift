import Reprise
import Synchronization

/// The facts that a run learns about a server, once.
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

  /// The concepts that config.json names for vital signs, by the signs' keys.
  let chosenVitals: [String: String]

  /// Creates the facts. `root` is the path between the server's address and its services, if it is known.
  init(root: String? = nil, chosenVitals: [String: String] = [:]) {
    state = Mutex(State(root: root))
    self.chosenVitals = chosenVitals
  }

  /// The path between the server's address and its services: "" or "/openmrs"; nil until the server was asked.
  var root: String? {
    get { state.withLock { $0.root } }
    set { state.withLock { $0.root = newValue } }
  }

  /// The server's release, or nil within if it doesn't say; nil until it was asked.
  var release: ServicesRelease?? {
    get { state.withLock { $0.release } }
    set { state.withLock { $0.release = newValue } }
  }

  /// The server's concepts for vital signs. They are the same for all patients.
  var vitals: VitalDictionary? {
    get { state.withLock { $0.vitals } }
    set { state.withLock { $0.vitals = newValue } }
  }

  /// The grades of allergies by the concepts that the server's settings name.
  var severities: [ResourceID: Allergy.Grade]? {
    get { state.withLock { $0.severities } }
    set { state.withLock { $0.severities = newValue } }
  }

  /// The questions whose answers have become empty, with what was kept of them, and since when.
  var doubts: [String: (kept: ServerResponse, since: Int)] {
    get { state.withLock { $0.doubts } }
    set { state.withLock { $0.doubts = newValue } }
  }

  /// The parts of things that broke off because this user may not see them: "obs".
  var forbidden: Set<String> {
    get { state.withLock { $0.forbidden } }
    set { state.withLock { $0.forbidden = newValue } }
  }

  /// True if the server may be asked for the ranges of observations. A platform before 2.7 shows with its first refusal that it may not.
  var tellsRanges: Bool {
    get { state.withLock { $0.tellsRanges } }
    set { state.withLock { $0.tellsRanges = newValue } }
  }

  /// True if a list, or an entry of one, couldn't be read.
  var hasUnreadableEntries: Bool {
    get { state.withLock { $0.hasUnreadableEntries } }
    set { state.withLock { $0.hasUnreadableEntries = newValue } }
  }

  /// The number of entries of a list that may be asked for at once, as an administrator allows.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = min(max(1, newValue), 100) } }
  }
}
