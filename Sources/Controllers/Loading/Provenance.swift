/// Where data is from, and how old it is, as the right of the top line says it.
public struct Provenance: Hashable, Sendable {
  /// While it is what the source has now: "LIVE appliance.example.com", "UNPLUGGED built-in".
  public let name: String
  /// When it isn't any more: "OFFLINE, as of 10:31".
  public let staleName: String
  /// The same when the source is there, but refused to say what it has now: "NOT CURRENT, as of 10:31".
  public let refusedName: String
  /// Whether the source was just asked, and this is its answer.
  public let isCurrent: Bool
  /// When the source said it, in seconds since 1970. Data of another moment may differ; that of the same one is the same, or more of it.
  public let moment: Int

  public init(
    _ name: String, staleName: String? = nil, refusedName: String? = nil, isCurrent: Bool = true,
    moment: Int = 0
  ) {
    self.name = name
    self.staleName = staleName ?? name
    self.refusedName = refusedName ?? self.staleName
    self.isCurrent = isCurrent
    self.moment = moment
  }
}
