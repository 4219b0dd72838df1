public import DataSources
public import Networking
import Synchronization

/// A data source that answers from a closure and records requests, for a `SourceChain`.
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

  /// Creates a source whose results come from `script`.
  public init(_ script: @escaping @Sendable (DataRequest) throws -> ServerResponse) {
    self.script = script
  }

  /// The requests so far.
  public var questions: [DataRequest] { asked.withLock { $0 } }

  public nonisolated(nonsending) func answer(to question: DataRequest) async throws
    -> ServerResponse
  {
    asked.withLock { $0.append(question) }
    return try script(question)
  }
}
