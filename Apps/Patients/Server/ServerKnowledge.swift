import Synchronization

/// What a run learns of a server, once.
final class ServerKnowledge: Sendable {
  private struct State {
    var root: String?
    var ranges: [Concept]?
  }

  private let state: Mutex<State>

  /// `root` is what stands between the server's address and its services, if that is known.
  init(root: String? = nil) { state = Mutex(State(root: root)) }

  /// "" or "/openmrs"; nil until the server was asked.
  var root: String? {
    get { state.withLock { $0.root } }
    set { state.withLock { $0.root = newValue } }
  }

  /// What is normal for vital signs. It is the same for all patients.
  var ranges: [Concept]? {
    get { state.withLock { $0.ranges } }
    set { state.withLock { $0.ranges = newValue } }
  }
}
