import Core
public import FoundationEssentials
import Glibc

/// Forwards requests to another transport, and records the responses for `ReplayTransport`, without
/// headers, credentials or cookies.
///
/// Only responses to GET requests with the status 200, 204, 403, 404 or 410 are recorded. If one of
/// these can't be recorded, the request fails.
public struct RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let responses: any RecordedResponses
  private let server: ServerAddress
  private let now: @Sendable () -> Int

  /// Creates a transport that records the responses of one server, with the time of each.
  ///
  ///     RecordingTransport(LibcurlTransport(), of: server,
  ///       into: RecordedDirectory("lessons/week"), now: WallClock.system.now)
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - server: The server whose responses are recorded.
  ///   - responses: The store for the recorded responses.
  ///   - now: Returns the present time, in seconds since 1970.
  public init(
    _ transport: any HTTPTransport, of server: ServerAddress, into responses: any RecordedResponses,
    now: @escaping @Sendable () -> Int
  ) {
    self.now = now
    self.transport = transport
    self.server = server
    self.responses = responses
  }

  /// Creates a transport that records the responses of a server in a directory, unencrypted.
  ///
  ///     RecordingTransport(transport, of: server, into: "week")
  public init(_ transport: any HTTPTransport, of server: ServerAddress, into directory: String) {
    // This format stores no times.
    self.init(transport, of: server, into: RecordedDirectory(directory), now: { 0 })
  }

  /// Creates the directory for an unencrypted recording, or checks an existing one. Call it before
  /// recording starts.
  ///
  /// An existing directory must belong to the user and not be writable by other users, because they
  /// could replace files in it by links. Throws `ReplayError.unwritable` if the directory isn't
  /// suitable.
  public static func prepare(_ directory: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw ReplayError.unwritable(directory, reason: "the folder can't be made")
    }
    var status = stat()
    guard stat(directory, &status) == 0, access(directory, W_OK) == 0 else {
      throw ReplayError.unwritable(directory, reason: String(cString: strerror(errno)).lowercased())
    }
    guard status.st_uid == geteuid() else {
      throw ReplayError.unwritable(directory, reason: "the folder belongs to another user")
    }
    guard !UserGroups.system.isWritableByOthers(status) else {
      throw ReplayError.unwritable(directory, reason: "others may write in the folder")
    }
  }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    // A 304 has no body to record.
    request.headers.removeAll { $0.name.lowercased() == "if-none-match" }
    let response = try await transport.send(request)
    if request.method == .get, RecordedResponse.statuses.contains(response.status) {
      let recordedResponse = RecordedResponse(status: response.status, response.body, at: now())
      try await record(recordedResponse, request.url)
    }
    return response
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    try await transport.check(url)
  }

  public nonisolated(nonsending) func forgetCookies() async { await transport.forgetCookies() }

  /// Off the caller's actor, because disks may be slow.
  @concurrent private func record(_ response: RecordedResponse, _ url: URL) async throws {
    // After a redirect, the response may be another server's, which isn't requested under this
    // name.
    guard let resource = ResourceURI(of: url, below: server.path) else { return }
    try responses.record(response, to: resource)
  }
}
