public import DataSources
public import Networking
import Synchronization

/// A data source that follows a test's script, and notes the questions: the twin of a server below a `SourceChain`.
///
/// ```swift
/// let server = ScriptedSource { question in
///   ServerAnswer(.string(question.text), moment: 90, place: "")
/// }
/// let chain = SourceChain(server)
/// ```
public final class ScriptedSource: DataSource {
  private let script: @Sendable (Question) throws -> ServerAnswer
  private let asked = Mutex<[Question]>([])

  /// Creates a source that answers as `script` says.
  public init(_ script: @escaping @Sendable (Question) throws -> ServerAnswer) {
    self.script = script
  }

  /// The questions so far.
  public var questions: [Question] { asked.withLock { $0 } }

  public nonisolated(nonsending) func answer(to question: Question) async throws -> ServerAnswer {
    asked.withLock { $0.append(question) }
    return try script(question)
  }
}
