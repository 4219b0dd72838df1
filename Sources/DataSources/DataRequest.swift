public import Values

/// A question to a server: for one thing, or for a page of a list.
///
///     DataRequest("visit?patient=7&v=full", page: DataRequest.Page(start: 0, limit: 20), about: patient)
public struct DataRequest: Hashable, Sendable {
  /// The question in the server's own words, without those for a page: the name of its entry in a complete copy.
  public let text: String
  /// The page that is wanted; nil for anything but a list in pages.
  public let page: Page?
  /// The thing that every answer must be about, if it says so; nil for anything.
  public let subject: ResourceID?

  /// A page of a list.
  public struct Page: Hashable, Sendable {
    /// The place of the first entry, counted from 0.
    public let start: Int
    /// The most entries that are wanted.
    public let limit: Int
    /// True if the server is to count all entries.
    public let isCounted: Bool

    /// Creates a page.
    ///
    ///     DataRequest.Page(start: 0, limit: 20)
    public init(start: Int, limit: Int, isCounted: Bool = false) {
      self.start = start
      self.limit = limit
      self.isCounted = isCounted
    }
  }

  /// Creates a question.
  public init(_ text: String, page: Page? = nil, about subject: ResourceID? = nil) {
    self.text = text
    self.page = page
    self.subject = subject
  }

  /// Returns the same question for at most so many entries.
  public func limited(to limit: Int) -> DataRequest {
    guard let page else { return self }
    let fewer = min(page.limit, limit)
    return DataRequest(
      text, page: Page(start: page.start, limit: fewer, isCounted: page.isCounted), about: subject)
  }
}
