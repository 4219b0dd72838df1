import Reprise
import Synchronization

/// What was answered for one screen since it was last refreshed: its banner and its sections ask for some things alike.
final class ScreenAnswers: Sendable {
  private let answers = Mutex<[ResourceURI: ServerAnswer]>([:])

  subscript(resource: ResourceURI) -> ServerAnswer? {
    get { answers.withLock { $0[resource] } }
    set { answers.withLock { $0[resource] = newValue } }
  }

  func forget() { answers.withLock { $0 = [:] } }
}
