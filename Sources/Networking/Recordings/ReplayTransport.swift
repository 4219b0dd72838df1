import Foundation

/// Replays a server's recorded responses to an application that runs with `--unplugged`.
///
/// A resource that wasn't recorded gets a 404, like a dangling link. Nothing is opened before the
/// first request, and each request reads the recording again.
public struct ReplayTransport: HTTPTransport {
  /// The source of the recorded responses.
  public enum Answers: Sendable {
    /// Demo data built into the application: bodies by their resource's URI.
    case builtIn(@Sendable () throws -> [String: [UInt8]])
    /// A directory that mirrors the server: `resources/virtualSystems.json`,
    /// `resources/users/6.json`. Or a single file with the response to the given resource.
    case path(String, orAnswerTo: String)
    /// Any other recording.
    case recorded(any RecordedResponses)
  }

  private let answers: Answers

  /// Creates a transport that replays responses.
  ///
  ///     ReplayTransport(.path("lessons/week", orAnswerTo: "/resources/virtualSystems"))
  public init(_ answers: Answers) { self.answers = answers }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw HTTPError.cancelled }
    guard request.method == .get else {
      return HTTPResponse(status: 204, body: [], url: request.url)
    }
    switch answers {
    case .builtIn(let bodies):
      let all = try bodies()
      let body = ResourceURI(of: request.url).flatMap { all[$0.text] }
      return response(body, request.url, place: "the demo data")
    case .path(let path, let resource): return try await read(path, resource, request.url)
    case .recorded(let answers): return try await read(answers, request.url)
    }
  }

  public nonisolated(nonsending) func forgetCookies() async {}

  /// Off the caller's actor, because disks may be slow.
  @concurrent private func read(
    _ path: String, _ only: String, _ url: URL
  ) async throws -> HTTPResponse {
    guard let uri = ResourceURI(of: url) else { return response(nil, url, place: path) }
    guard NamedFile.isDirectory(path) else {
      return response(
        uri.text == only ? try NamedFile.read(path) : nil, url, place: path)
    }
    let directory = RecordedDirectory(path)
    let answer = try directory.answer(to: uri)
    return response(answer?.body, url, place: answer == nil ? path : directory.file(of: uri))
  }

  @concurrent private func read(
    _ answers: any RecordedResponses, _ url: URL
  ) async throws -> HTTPResponse {
    let answer = try ResourceURI(of: url).flatMap { try answers.answer(to: $0) }
    return HTTPResponse(
      status: answer?.status ?? 404, body: answer?.body ?? [], url: url, recording: answers.place,
      timestamp: answer?.timestamp)
  }

  private func response(_ body: [UInt8]?, _ url: URL, place: String) -> HTTPResponse {
    HTTPResponse(status: body == nil ? 404 : 200, body: body ?? [], url: url, recording: place)
  }
}
