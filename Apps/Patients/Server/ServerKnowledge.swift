import Synchronization

/// What a run learns of a server, once.
final class ServerKnowledge: Sendable {
  private struct State {
    var root: String?
    var release: ServicesRelease??
    var ranges: [Concept]?
    var tellsRanges = true
    var limit = 100
  }

  private let state: Mutex<State>

  /// `root` is what stands between the server's address and its services, if that is known.
  init(root: String? = nil) { state = Mutex(State(root: root)) }

  /// "" or "/openmrs"; nil until the server was asked.
  var root: String? {
    get { state.withLock { $0.root } }
    set { state.withLock { $0.root = newValue } }
  }

  /// Nil until the server was asked; then its release, or nil within if it doesn't say.
  var release: ServicesRelease?? {
    get { state.withLock { $0.release } }
    set { state.withLock { $0.release = newValue } }
  }

  /// What is normal for vital signs. It is the same for all patients.
  var ranges: [Concept]? {
    get { state.withLock { $0.ranges } }
    set { state.withLock { $0.ranges = newValue } }
  }

  /// Whether it may be asked for the ranges of observations. A platform before 2.7 says with its first refusal that it may not.
  var tellsRanges: Bool {
    get { state.withLock { $0.tellsRanges } }
    set { state.withLock { $0.tellsRanges = newValue } }
  }

  /// How many entries of a list may be asked for at once: what an administrator allows.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = min(max(1, newValue), 100) } }
  }
}
