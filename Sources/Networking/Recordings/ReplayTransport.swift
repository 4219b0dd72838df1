import FoundationEssentials
import Glibc

/// A transport that replays recorded responses instead of sending requests to a server.
/// Applications use it for the option `--unplugged`.
///
/// A request for a resource that wasn't recorded gets the status 404; a request that isn't a GET
/// gets the status 204. Nothing is opened before the first request, and each request reads the
/// recording again.
public struct ReplayTransport: HTTPTransport {
  /// The recording from which responses are replayed.
  public enum Source: Sendable {
    /// Demo data built into the application. The closure returns the responses' bodies by the URIs
    /// of their resources.
    case builtIn(@Sendable () throws -> [String: [UInt8]])
    /// A path that the user chose, to a directory or a file.
    ///
    /// A directory has one file for each resource: `resources/virtualSystems.json`,
    /// `resources/users/6.json`. A file contains only the response to `orResponseTo`, the URI of a
    /// resource.
    case path(String, orResponseTo: String)
    /// A recording that the application has opened, for example an encrypted one.
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
