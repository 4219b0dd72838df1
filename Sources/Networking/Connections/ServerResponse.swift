public import Core

/// A response to a request of a ``Connection``: its parsed JSON, with the time and the origin.
public struct ServerResponse: Hashable, Sendable {
  /// The parsed JSON of the response's body.
  public let json: JSON
  /// The time of the response, in seconds since 1970. A cached response keeps its original time.
  public let timestamp: Int
  /// The origin of the response, for messages to the user: a URL, a file, or "the demo data". Empty
  /// if the origin isn't known, as for a response from an offline copy.
  public let location: String
  /// Whether the response was replayed from a recording.
  public let isRecorded: Bool
  /// A short reason why the response couldn't be written to the cache; `nil` if it was written, or
  /// if it wasn't to be cached.
  public let cacheFailure: String?
  /// The number of times the system clock had been set back before a cached response was received.
  /// Of two cached responses, the one with the higher number is newer, whatever their timestamps.
  public let turn: Int

  /// Creates a response from JSON, for example for demo data.
  ///
  ///     ServerResponse(json, timestamp: 1_795_262_400, location: "the demo data",
  ///       isRecorded: true)
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
  /// The largest number of entries that a list in a response may have. The limit exists because
  /// rows made from small entries need several times their memory.
  public static let longestList = 250_000

  /// Returns the entries of the response, which must be a list of at most ``longestList`` entries.
  /// Otherwise throws `HTTPError.unexpected`, or `ReplayError.unexpected` for a replayed response.
  public func list() throws -> [JSON] {
    guard let list = json.array else { throw unexpected("a list") }
    guard list.count <= Self.longestList else {
      throw unexpected("a list of at most \(Self.longestList) entries")
    }
    return list
  }

  /// Returns the error to throw if none of a list's entries can be read. It contains the reasons
  /// for which the entries were skipped.
  public func unreadable(_ entries: [SkippedEntry]) -> any Error {
    let reasons = SkippedEntry.reasons(of: entries)
    return isRecorded
      ? ReplayError.noReadableEntry(location, reasons: reasons)
      : HTTPError.noReadableEntry(location, reasons: reasons)
  }

  /// Returns the error to throw if the response isn't the expected kind of JSON value, such as "a
  /// list". It quotes the server's error message, if there is one.
  public func unexpected(_ expected: String) -> any Error {
    let message = json["message"]?.string ?? json["error"]?["message"]?.string
    if isRecorded {
      return ReplayError.unexpected(
        location, kind: json.kind, expected: expected, message: message)
    }
    return HTTPError.unexpected(location, kind: json.kind, expected: expected, message: message)
  }
}
