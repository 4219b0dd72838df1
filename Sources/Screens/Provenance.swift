/// The source of data, the moment at which the source gave them, and their standing.
///
/// A plain value: `Badge` alone makes words of it. It says nothing of the present moment either, so a badge that was true may not be any
/// more; the loop, which has a clock, sees to that.
///
///     Provenance(.live("appliance.example.com"), timestamp: answer.timestamp)
public struct Provenance: Hashable, Sendable {
  /// The kind of source, with its name.
  public enum Source: Hashable, Sendable {
    /// A server that can be asked again, by its name: "appliance.example.com".
    case live(String)
    /// Demo data, or a recording and the day on which it was made.
    case unplugged(String, day: String? = nil)
  }

  /// The standing of what is shown: how it compares with what the source has now.
  public enum DataStatus: Hashable, Sendable, CaseIterable {
    /// The source hasn't answered yet, or needn't be asked.
    case unasked
    /// The data are the source's answer to the last question.
    case current
    /// The data are from the cache, and the source is being asked.
    case awaited
    /// The source can't be reached.
    case offline
    /// The source answered with an error.
    case error
    /// The source answered with something that can't be read.
    case badAnswer
    /// The source doesn't have the data any more.
    case deleted
    /// The source doesn't give the data to this user.
    case noAccess
    /// The source isn't asked for want of a password, or refused the one it was given.
    case noPassword
    /// Nobody vouches for the source, so it isn't asked.
    case notTrusted
  }

  /// The source.
  public var source: Source
  /// The standing of the data.
  public var dataStatus: DataStatus
  /// The moment at which the source gave the data, in seconds since 1970; nil if it hasn't answered. Data of different moments may differ;
  /// data of one moment are the same, or one is part of the other.
  public var timestamp: Int?
  /// True if the data are refreshed only when the person asks.
  public var isPaused: Bool
  /// True if the source's answers are being recorded.
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

  /// True if the data are what the source answered last.
  public var isCurrent: Bool { dataStatus == .current }

  /// The same source, with another moment and standing.
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
  /// The demo data, under the name that every application uses for them.
  public static let demoData = Provenance.Source.unplugged("demo data")
}
