/// Where a server's answers are recorded, and read again: a plain folder, or a sealed one.
///
/// The law: what was recorded last of a resource is read as it came. `RecordedFolderTests` and `SealedRecordingTests` hold them to it.
/// Any thread may use it, several at once. All of it throws what a person can be shown.
public protocol RecordedAnswers: Sendable {
  /// How messages name all of it.
  var place: String { get }

  /// The answer to a resource; nil if none was recorded.
  func answer(to resource: ResourceURI) throws -> RecordedAnswer?

  /// Puts an answer in place of the one before, whole or not at all. What can only be an error is left out, where there is no room for
  /// a status.
  func record(_ answer: RecordedAnswer, to resource: ResourceURI) throws
}

/// What a server said, as far as it is recorded: no heads, credentials or cookies.
public struct RecordedAnswer: Hashable, Sendable {
  /// 200, or one that says what there is of the resource: that the user may not see it, or that the server hasn't got it.
  public let status: Int
  public let body: [UInt8]
  /// When the server said it, in seconds since 1970; nil where that isn't recorded.
  public let moment: Int?

  public init(status: Int = 200, _ body: [UInt8], at moment: Int? = nil) {
    self.status = status
    self.moment = moment
    self.body = body
  }

  /// What is recorded. Other statuses are about the moment: a password, a server that is overloaded.
  static let statuses: Set = [200, 403, 404, 410]
}
