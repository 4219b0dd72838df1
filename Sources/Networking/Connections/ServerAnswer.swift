public import Values

/// What a server said to a question, and when.
public struct ServerAnswer: Hashable, Sendable {
  public let json: JSON
  /// In seconds since 1970.
  public let moment: Int
  /// How messages name where it is from: a URL, a file, or "the demo data".
  public let place: String
  /// Whether it was recorded.
  public let isRecorded: Bool
  /// Why it isn't kept for the next start, in a few words; nil if it is, or needn't be.
  public let notKept: String?

  public init(
    _ json: JSON, moment: Int, place: String, isRecorded: Bool = false, notKept: String? = nil
  ) {
    self.json = json
    self.moment = moment
    self.place = place
    self.isRecorded = isRecorded
    self.notKept = notKept
  }
}

extension ServerAnswer {
  /// The list that it is. Throws `HTTPProblem.unexpected` or `FixtureProblem.unexpected` if it is anything else.
  public func list() throws -> [JSON] {
    guard let list = json.array else { throw unexpected("a list") }
    return list
  }

  /// What to throw if it isn't what it should be: "a list". If it is a server's message, that is quoted.
  public func unexpected(_ expected: String) -> any Error {
    let message = json["message"]?.string ?? json["error"]?["message"]?.string
    if isRecorded {
      return FixtureProblem.unexpected(
        place, kind: json.kind, expected: expected, message: message)
    }
    return HTTPProblem.unexpected(place, kind: json.kind, expected: expected, message: message)
  }
}
