import Foundation

/// Replays a server's recorded responses to an application that runs with `--unplugged`.
///
/// A resource that wasn't recorded gets a 404, like a dangling link. Nothing is opened before the
/// first request, and each request reads the recording again.
public struct ReplayTransport: HTTPTransport {
  /// The source of the recorded responses.
  public enum Source: Sendable {
    /// Demo data built into the application: bodies by their resource's URI.
    case builtIn(@Sendable () throws -> [String: [UInt8]])
    /// A directory that mirrors the server: `resources/virtualSystems.json`,
    /// `resources/users/6.json`. Or a single file with the response to the given resource.
    case path(String, orResponseTo: String)
    /// Any other recording.
    case recorded(any RecordedResponses)
  }

  private let source: Source

  /// Creates a transport that replays responses.
  ///
  ///     ReplayTransport(.path("lessons/week", orResponseTo: "/resources/virtualSystems"))
  public init(_ source: Source) { self.source = source }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw HTTPError.cancelled }
    guard request.method == .get else {
      return HTTPResponse(status: 204, body: [], url: request.url)
    }
    switch source {
    case .builtIn(let bodies):
      let all = try bodies()
      let body = ResourceURI(of: request.url).flatMap { all[$0.text] }
      return response(body, request.url, location: "the demo data")
    case .path(let path, let resource): return try await read(path, resource, request.url)
    case .recorded(let responses): return try await read(responses, request.url)
    }
  }

  public nonisolated(nonsending) func forgetCookies() async {}

  /// Off the caller's actor, because disks may be slow.
  @concurrent private func read(
    _ path: String, _ only: String, _ url: URL
  ) async throws -> HTTPResponse {
    guard let uri = ResourceURI(of: url) else { return response(nil, url, location: path) }
    guard NamedFile.isDirectory(path) else {
      return response(
        uri.text == only ? try NamedFile.read(path) : nil, url, location: path)
    }
    let directory = RecordedDirectory(path)
    let recorded = try directory.response(to: uri)
    return response(recorded?.body, url, location: recorded == nil ? path : directory.file(of: uri))
  }

  @concurrent private func read(
    _ responses: any RecordedResponses, _ url: URL
  ) async throws -> HTTPResponse {
    let recorded = try ResourceURI(of: url).flatMap { try responses.response(to: $0) }
    return HTTPResponse(
      status: recorded?.status ?? 404, body: recorded?.body ?? [], url: url,
      recording: responses.location,
      timestamp: recorded?.timestamp)
  }

  private func response(_ body: [UInt8]?, _ url: URL, location: String) -> HTTPResponse {
    HTTPResponse(status: body == nil ? 404 : 200, body: body ?? [], url: url, recording: location)
  }
}
