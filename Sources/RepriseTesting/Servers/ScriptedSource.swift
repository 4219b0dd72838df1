public import DataSources
public import Networking
import Synchronization

/// A data source that follows a test's script, and notes the questions: the twin of a server below a `SourceChain`.
///
/// ```swift
/// let server = ScriptedSource { question in
///   ServerResponse(.string(question.text), timestamp: 90, place: "")
/// }
/// let chain = SourceChain(server)
/// ```
public final class ScriptedSource: DataSource {
  private let script: @Sendable (DataRequest) throws -> ServerResponse
  private let asked = Mutex<[DataRequest]>([])

  /// Creates a source that answers as `script` says.
  public init(_ script: @escaping @Sendable (DataRequest) throws -> ServerResponse) {
    self.script = script
  }

  /// The questions so far.
  public var questions: [DataRequest] { asked.withLock { $0 } }

  public nonisolated(nonsending) func answer(to question: DataRequest) async throws
    -> ServerResponse
  {
    asked.withLock { $0.append(question) }
    return try script(question)
  }
}
