/// A recording of a server's responses, for reading and writing: in a plain directory, or
/// encrypted.
///
/// Contract: reading a resource returns its last recorded response unchanged.
/// `RecordedDirectoryTests` and `SealedRecordingTests` check this for both kinds. All methods can
/// be called from any thread, concurrently, and throw errors that can be shown to the user.
public protocol RecordedResponses: Sendable {
  /// The name of the recording in messages.
  var place: String { get }

  /// Returns the response to a resource; `nil` if none was recorded.
  func answer(to resource: ResourceURI) throws -> RecordedResponse?

  /// Records a response, replacing the previous one atomically. Recordings that can't store a
  /// status record no error responses.
  func record(_ answer: RecordedResponse, to resource: ResourceURI) throws
}

/// A recorded response: status, body and time, without headers, credentials or cookies.
public struct RecordedResponse: Hashable, Sendable {
  /// The status: 200, 204 (no body), 403 (not permitted), or 404 or 410 (missing).
  public let status: Int
  /// The response's body.
  public let body: [UInt8]
  /// The time of the response, in seconds since 1970; `nil` if it isn't recorded.
  public let timestamp: Int?

  /// Creates a response.
  ///
  ///     RecordedResponse(status: 404, Array(#"{"message":"no such user"}"#.utf8),
  ///       at: 1_795_262_400)
  public init(status: Int = 200, _ body: [UInt8], at timestamp: Int? = nil) {
    self.status = status
    self.timestamp = timestamp
    self.body = body
  }

  /// The statuses that are recorded. Others are temporary, such as a rejected password or an
  /// overloaded server.
  static let statuses: Set = [200, 204, 403, 404, 410]
}
