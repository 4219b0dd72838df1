import Synchronization

/// The facts that a run learns about a server, once.
final class ServerKnowledge: Sendable {
  private struct State {
    var root: String?
    var release: ServicesRelease??
    var ranges: [Concept]?
    var tellsRanges = true
    var limit = 100
  }

  private let state: Mutex<State>

  /// Creates the facts. `root` is the path between the server's address and its services, if it is known.
  init(root: String? = nil) { state = Mutex(State(root: root)) }

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

  /// The normal ranges of vital signs. They are the same for all patients.
  var ranges: [Concept]? {
    get { state.withLock { $0.ranges } }
    set { state.withLock { $0.ranges = newValue } }
  }

  /// True if the server may be asked for the ranges of observations. A platform before 2.7 shows with its first refusal that it may not.
  var tellsRanges: Bool {
    get { state.withLock { $0.tellsRanges } }
    set { state.withLock { $0.tellsRanges = newValue } }
  }

  /// The number of entries of a list that may be asked for at once, as an administrator allows.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = min(max(1, newValue), 100) } }
  }
}
