/// A recording of a server's answers, to be written and read: a plain folder, or a sealed one.
///
/// The law: the answer recorded last of a resource is read as it came. `RecordedDirectoryTests` and `SealedRecordingTests` hold both to that.
/// Any thread may use a recording, several at once. All methods throw errors that a person can be shown.
public protocol RecordedResponses: Sendable {
  /// The name of the recording in messages.
  var place: String { get }

  /// The answer to a resource; nil if none was recorded.
  func answer(to resource: ResourceURI) throws -> RecordedResponse?

  /// Puts an answer in place of the one before, whole or not at all. An answer that can only be an error is left out, where there is no
  /// room for a status.
  func record(_ answer: RecordedResponse, to resource: ResourceURI) throws
}

/// A server's answer, as far as it is recorded: no heads, credentials or cookies.
public struct RecordedResponse: Hashable, Sendable {
  /// The status: 200, 204 for an answer without a body, or one that says that the user may not see the resource, or that the server hasn't got it.
  public let status: Int
  /// The answer's body.
  public let body: [UInt8]
  /// The moment of the answer, in seconds since 1970; nil where that isn't recorded.
  public let timestamp: Int?

  /// An answer.
  ///
  ///     RecordedResponse(status: 404, Array(#"{"message":"no such user"}"#.utf8), at: 1_795_262_400)
  public init(status: Int = 200, _ body: [UInt8], at timestamp: Int? = nil) {
    self.status = status
    self.timestamp = timestamp
    self.body = body
  }

  /// The statuses that are recorded. Others are about the moment: a password, a server that is overloaded.
  static let statuses: Set = [200, 204, 403, 404, 410]
}
