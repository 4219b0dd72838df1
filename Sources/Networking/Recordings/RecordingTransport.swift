import Files
public import Foundation

/// Passes requests on, and records the answers for `ReplayTransport` to replay: no heads, credentials or cookies.
///
/// An answer that can't be recorded fails the request: a recording is wanted whole.
public struct RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let answers: any RecordedResponses
  private let server: ServerAddress
  private let now: @Sendable () -> Int

  /// Records the answers of `server` and their moments, in seconds since 1970.
  ///
  ///     RecordingTransport(LibcurlTransport(), of: server, into: RecordedDirectory("lessons/week"), now: WallClock.system.now)
  public init(
    _ transport: any HTTPTransport, of server: ServerAddress, into answers: any RecordedResponses,
    now: @escaping @Sendable () -> Int
  ) {
    self.now = now
    self.transport = transport
    self.server = server
    self.answers = answers
  }

  /// Records the answers of `server` in a folder, in the clear.
  ///
  ///     RecordingTransport(transport, of: server, into: "week")
  public init(_ transport: any HTTPTransport, of server: ServerAddress, into directory: String) {
    // There is no room for a moment there.
    self.init(transport, of: server, into: RecordedDirectory(directory), now: { 0 })
  }

  /// Makes the folder, if it isn't there. One that is must be the user's own, and nobody else's to write in: the recording would be theirs,
  /// and links that they put there would lead it elsewhere. Throws `ReplayError.unwritable`.
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
    guard !UserGroups.system.letOthersWrite(status) else {
      throw ReplayError.unwritable(directory, reason: "others may write in the folder")
    }
  }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    // An answer that says nothing has changed since isn't one: a recording is wanted whole.
    request.headers.removeAll { $0.name.lowercased() == "if-none-match" }
    let response = try await transport.send(request)
    if request.method == .get, RecordedResponse.statuses.contains(response.status) {
      let answer = RecordedResponse(status: response.status, response.body, at: now())
      try await record(answer, request.url)
    }
    return response
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    try await transport.check(url)
  }

  public nonisolated(nonsending) func forgetCookies() async { await transport.forgetCookies() }

  /// Records an answer, off the caller's actor: a disk may be slow.
  @concurrent private func record(_ answer: RecordedResponse, _ url: URL) async throws {
    // Other servers' answers, after a redirect, aren't asked for by these names.
    guard let resource = ResourceURI(of: url, below: server.path) else { return }
    try answers.record(answer, to: resource)
  }
}
