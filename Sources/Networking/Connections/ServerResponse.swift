public import Values

/// An answer of a server to a question, and its moment.
public struct ServerResponse: Hashable, Sendable {
  /// The answer's JSON.
  public let json: JSON
  /// The moment of the answer, in seconds since 1970.
  public let timestamp: Int
  /// The answer's place, as messages name it: a URL, a file, or "the demo data".
  public let place: String
  /// True if the answer was recorded.
  public let isRecorded: Bool
  /// The reason why the answer isn't cached for the next start, in a few words; nil if it is, or needn't be.
  public let notKept: String?

  /// An answer.
  ///
  ///     ServerResponse(json, timestamp: 1_795_262_400, place: "the demo data", isRecorded: true)
  public init(
    _ json: JSON, timestamp: Int, place: String, isRecorded: Bool = false, notKept: String? = nil
  ) {
    self.json = json
    self.timestamp = timestamp
    self.place = place
    self.isRecorded = isRecorded
    self.notKept = notKept
  }
}

extension ServerResponse {
  /// The most entries of a list. Small ones take many times their own memory once they are rows.
  public static let longestList = 250_000

  /// Returns the answer's list. Throws `HTTPError.unexpected` or `ReplayError.unexpected` if the answer is anything else.
  public func list() throws -> [JSON] {
    guard let list = json.array else { throw unexpected("a list") }
    guard list.count <= Self.longestList else {
      throw unexpected("a list of at most \(Self.longestList) entries")
    }
    return list
  }

  /// Returns the error for a list with entries of which none can be read.
  public func unreadable(_ entries: [SkippedEntry]) -> any Error {
    let reasons = SkippedEntry.reasons(of: entries)
    return isRecorded
      ? ReplayError.noReadableEntry(place, reasons: reasons)
      : HTTPError.noReadableEntry(place, reasons: reasons)
  }

  /// Returns the error for an answer other than the expected one, "a list". A server's message is quoted.
  public func unexpected(_ expected: String) -> any Error {
    let message = json["message"]?.string ?? json["error"]?["message"]?.string
    if isRecorded {
      return ReplayError.unexpected(
        place, kind: json.kind, expected: expected, message: message)
    }
    return HTTPError.unexpected(place, kind: json.kind, expected: expected, message: message)
  }
}
