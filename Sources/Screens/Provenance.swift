/// Where data is from, when its source said it, and how it stands to what the source has now.
///
/// A plain value: `Badge` alone makes words of it. It says nothing of the present moment either, so a badge that was
/// true may not be any more; the loop, which has a clock, sees to that.
///
///     Provenance(.live("appliance.example.com"), moment: answer.moment)
public struct Provenance: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A server that can be asked again, by its name: "appliance.example.com".
    case live(String)
    /// Demo data, or a recording and the day that it is of.
    case unplugged(String, day: String? = nil)
  }

  /// How what is shown stands to what the source has now.
  public enum Standing: Hashable, Sendable, CaseIterable {
    /// Nothing was heard yet, or nothing need be.
    case unasked
    /// The source said it when it was last asked.
    case current
    /// It was kept from before, and the source is being asked.
    case awaited
    /// The source can't be reached.
    case offline
    /// The source answered with an error.
    case error
    /// The source answered with something that can't be read.
    case badAnswer
    /// The source has it no more.
    case deleted
    /// The source doesn't give it to this user.
    case noAccess
    /// The source isn't asked for want of a password, or refused the one it was given.
    case noPassword
    /// Nobody vouches for the source, so it isn't asked.
    case notTrusted
  }

  public var source: Source
  public var standing: Standing
  /// When the source said it, in seconds since 1970; nil where nothing was said. Data of another moment may differ; that of the
  /// same one is the same, or more of it.
  public var moment: Int?
  /// Whether it is looked at again only when the person asks.
  public var isPaused: Bool
  /// Whether what the source says is being recorded.
  public var isRecording: Bool

  public init(
    _ source: Source, _ standing: Standing = .current, moment: Int? = nil, isPaused: Bool = false,
    isRecording: Bool = false
  ) {
    self.source = source
    self.standing = standing
    self.moment = moment
    self.isPaused = isPaused
    self.isRecording = isRecording
  }

  public var isCurrent: Bool { standing == .current }

  /// The same source, for data of a moment.
  public func at(_ moment: Int?, _ standing: Standing) -> Provenance {
    var other = self
    other.moment = moment
    other.standing = standing
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
  /// What every application calls the data that is built into it.
  public static let demoData = Provenance.Source.unplugged("demo data")
}
