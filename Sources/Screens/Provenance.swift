/// The origin of a screen's data: its source, the time of the source's response, and its status.
/// The top line shows it as a short text, such as "LIVE appliance.example.com".
///
/// The value doesn't depend on the current time. When the text is out of date, the frame is painted
/// again.
///
///     Provenance(.live("appliance.example.com"), timestamp: answer.timestamp)
public struct Provenance: Hashable, Sendable {
  /// The source of data: a server, or data without a connection.
  public enum Source: Hashable, Sendable {
    /// A server, from which the data can be loaded again. The value is its name, such as
    /// "appliance.example.com".
    case live(String)
    /// Data without a connection, such as demo data or a recording. The values are its name and,
    /// for a recording, the day when it was made.
    case unplugged(String, day: String? = nil)

    /// The name of the server, of the recording, or of the demo data.
    public var name: String {
      switch self {
      case .live(let name), .unplugged(let name, _): name
      }
    }

    /// The source of demo data, with the name "demo data".
    public static let demoData = Provenance.Source.unplugged("demo data")
  }

  /// The status of the shown data: whether it is the source's latest response, and if not, for
  /// which reason.
  public enum DataStatus: Hashable, Sendable, CaseIterable {
    /// The source hasn't responded yet, or no request is needed.
    case notRequested
    /// The data is the source's latest response.
    case current
    /// A request to the source is running, and cached data is shown until the response arrives.
    case awaited
    /// The source can't be reached, so the shown data may be out of date.
    case offline
    /// The source responded with an error, so the shown data may be out of date.
    case error
    /// The source's latest response couldn't be decoded, so the shown data may be out of date.
    case badResponse
    /// The source no longer has the shown data.
    case deleted
    /// The source denies the user access to the data.
    case noAccess
    /// The password is missing, so no request is sent, or the source has rejected it.
    case noPassword
    /// The identity of the source isn't verified, for example its certificate, so no request is
    /// sent.
    case notTrusted
  }

  /// The server, or the demo data or recording, that the data comes from.
  public var source: Source
  /// The status of the data: whether it is the source's latest response, and if not, for which
  /// reason.
  public var dataStatus: DataStatus
  /// The time of the source's response that contained the data, in seconds since 1970; `nil` if
  /// there is none. If the data comes from several responses, usually the time of the oldest one.
  public var timestamp: Int?
  /// Whether automatic refresh is paused, so that no timer reloads the data.
  public var isPaused: Bool
  /// Whether the source's responses are being recorded.
  public var isRecording: Bool

  /// Creates the provenance of data from its source, by default as the source's latest response.
  /// ```swift
  /// Provenance(.live("appliance.example.com"), .offline, timestamp: answer.timestamp)
  /// ```
  public init(
    _ source: Source, _ dataStatus: DataStatus = .current, timestamp: Int? = nil,
    isPaused: Bool = false,
    isRecording: Bool = false
  ) {
    self.source = source
    self.dataStatus = dataStatus
    self.timestamp = timestamp
    self.isPaused = isPaused
    self.isRecording = isRecording
  }

  /// Whether the data is the source's latest response.
  public var isCurrent: Bool { dataStatus == .current }

  /// Returns a copy with the given timestamp and data status, from the same source.
  public func at(_ timestamp: Int?, _ dataStatus: DataStatus) -> Provenance {
    var other = self
    other.timestamp = timestamp
    other.dataStatus = dataStatus
    return other
  }
}
