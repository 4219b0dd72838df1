public import Core

/// A server's response to a request, decoded from JSON, with its time.
public struct ServerResponse: Hashable, Sendable {
  /// The response's JSON.
  public let json: JSON
  /// The time of the response, in seconds since 1970.
  public let timestamp: Int
  /// The origin of the response, for messages: a URL, a file, or "the demo data".
  public let location: String
  /// Whether the response comes from a recording.
  public let isRecorded: Bool
  /// A short reason why the response couldn't be cached for the next start; `nil` if it was, or
  /// needn't be.
  public let cacheFailure: String?
  /// The number of times the clock was set back before a cached response was received. A response
  /// with a higher number is newer, whatever the timestamps say.
  public let turn: Int

  /// Creates a response.
  ///
  ///     ServerResponse(json, timestamp: 1_795_262_400, location: "the demo data", isRecorded:
  ///     true)
  public init(
    _ json: JSON, timestamp: Int, location: String, isRecorded: Bool = false,
    cacheFailure: String? = nil, turn: Int = 0
  ) {
    self.json = json
    self.timestamp = timestamp
    self.location = location
    self.isRecorded = isRecorded
    self.cacheFailure = cacheFailure
    self.turn = turn
  }
}

extension ServerResponse {
  /// The largest number of entries in a list. As rows, small entries take a multiple of their
  /// memory.
  public static let longestList = 250_000

  /// Returns the response's list. Throws `HTTPError.unexpected` or `ReplayError.unexpected` if
  /// the response isn't a list.
  public func list() throws -> [JSON] {
    guard let list = json.array else { throw unexpected("a list") }
    guard list.count <= Self.longestList else {
      throw unexpected("a list of at most \(Self.longestList) entries")
    }
    return list
  }

  /// Returns the error for a list of which no entry can be read.
  public func unreadable(_ entries: [SkippedEntry]) -> any Error {
    let reasons = SkippedEntry.reasons(of: entries)
    return isRecorded
      ? ReplayError.noReadableEntry(location, reasons: reasons)
      : HTTPError.noReadableEntry(location, reasons: reasons)
  }

  /// Returns the error for a response other than the expected one, such as "a list". Quotes the
  /// server's message, if there is one.
  public func unexpected(_ expected: String) -> any Error {
    let message = json["message"]?.string ?? json["error"]?["message"]?.string
    if isRecorded {
      return ReplayError.unexpected(
        location, kind: json.kind, expected: expected, message: message)
    }
    return HTTPError.unexpected(location, kind: json.kind, expected: expected, message: message)
  }
}
