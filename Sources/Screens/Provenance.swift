/// Where data comes from, when the source sent it, and its status.
///
/// It is a plain value that doesn't depend on the current time. `Badge` turns it into text, and the
/// loop repaints when that text expires.
///
///     Provenance(.live("appliance.example.com"), timestamp: answer.timestamp)
public struct Provenance: Hashable, Sendable {
  /// The kind of source, with its name.
  public enum Source: Hashable, Sendable {
    /// A server that can be asked again, with its name, such as "appliance.example.com".
    case live(String)
    /// Data without a connection: demo data, or a recording with the day it was made.
    case unplugged(String, day: String? = nil)
  }

  /// The data status: how the shown data compares with the source's current data.
  public enum DataStatus: Hashable, Sendable, CaseIterable {
    /// The source hasn't responded yet, or no request is needed.
    case notRequested
    /// The data is the source's latest response.
    case current
    /// The data comes from the cache while a request to the source is running.
    case awaited
    /// The source can't be reached.
    case offline
    /// The source responded with an error.
    case error
    /// The source's response can't be decoded.
    case badResponse
    /// The source no longer has the data.
    case deleted
    /// The user has no access to the data.
    case noAccess
    /// No password is available, so no request is sent, or the source rejected the password.
    case noPassword
    /// The source's identity isn't verified, so no request is sent.
    case notTrusted
  }

  /// Where the data comes from.
  public var source: Source
  /// The status of the data.
  public var dataStatus: DataStatus
  /// When the source sent the data, in seconds since 1970; `nil` if it hasn't responded. Data of
  /// different times may differ; data of the same time is identical, or one is a subset of the
  /// other.
  public var timestamp: Int?
  /// Whether the data is refreshed only when the user asks.
  public var isPaused: Bool
  /// Whether the source's responses are being recorded.
  public var isRecording: Bool

  /// Creates the provenance of data from a source.
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

  /// Returns a copy with another time and status.
  public func at(_ timestamp: Int?, _ dataStatus: DataStatus) -> Provenance {
    var other = self
    other.timestamp = timestamp
    other.dataStatus = dataStatus
    return other
  }
}

extension Provenance.Source {
  /// The name of the server, of the recording, or of the demo data.
  public var name: String {
    switch self {
    case .live(let name), .unplugged(let name, _): name
    }
  }
}

extension Provenance.Source {
  /// Demo data, under the name that every application uses.
  public static let demoData = Provenance.Source.unplugged("demo data")
}
