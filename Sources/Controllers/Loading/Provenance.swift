/// Where data is from, and how old it is, as the right of the top line says it.
public struct Provenance: Hashable, Sendable {
  /// How what is shown stands to what the source has now.
  public enum Standing: Hashable, Sendable {
    /// The source was just asked, and this is its answer.
    case current
    /// It was kept from before, and the source is being asked.
    case awaited
    /// It was kept from before, because the source can't be asked.
    case away
    /// The same, because the source is there but refuses to say what it has now.
    case refused
  }

  public let standing: Standing
  /// When the source said it, in seconds since 1970. Data of another moment may differ; that of the same one is the same, or more of it.
  public let moment: Int
  private let current: String
  private let awaited: String
  private let away: String
  private let refused: String

  /// - Parameters:
  ///   - name: While it is what the source has now: "LIVE appliance.example.com", "UNPLUGGED built-in".
  ///   - staleName: When it isn't any more: "OFFLINE, as of 10:31".
  ///   - refusedName: When the source refuses: "NOT CURRENT, as of 10:31".
  ///   - awaitedName: While the source is asked: "UPDATING, as of 10:31".
  public init(
    _ name: String, staleName: String? = nil, refusedName: String? = nil,
    awaitedName: String? = nil, _ standing: Standing = .current, moment: Int = 0
  ) {
    current = name
    away = staleName ?? name
    refused = refusedName ?? away
    awaited = awaitedName ?? away
    self.standing = standing
    self.moment = moment
  }

  public var isCurrent: Bool { standing == .current }

  /// What is said of it when it stands so.
  func name(_ standing: Standing) -> String {
    switch standing {
    case .current: current
    case .awaited: awaited
    case .away: away
    case .refused: refused
    }
  }
}
