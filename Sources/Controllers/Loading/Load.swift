import Restoration
public import Screens

/// A load of a screen's data that is under way.
///
/// A source shows what it has with `show`, at least once, or throws: what is known already first, then what the server says, then that with
/// more names resolved. Once another load has taken its place, or the screen is left, what it shows is dropped.
@MainActor public final class Load<Content: Sendable> {
  /// How new the data must be.
  public let freshness: Freshness
  /// Whether all that a load came to is shown already.
  public let isAgain: Bool
  /// Whether the source has said that more of the same is to come.
  private(set) var isContinued = false
  private let take: @MainActor (Load, Content, Provenance?) -> Void
  private let takeProgress: @MainActor (Load, String) -> Void

  init(
    _ freshness: Freshness, isAgain: Bool,
    take: @escaping @MainActor (Load, Content, Provenance?) -> Void,
    progress: @escaping @MainActor (Load, String) -> Void
  ) {
    self.freshness = freshness
    self.isAgain = isAgain
    self.take = take
    takeProgress = progress
  }

  /// Shows data, at once.
  ///
  ///     load.show(ListContent(rows: first, summary: ""), isContinued: true)
  ///     load.show(ListContent(rows: all, summary: "\(all.count) commits"))
  ///
  /// A selection whose row isn't there is held until the load ends: a later step may bring it.
  ///
  /// - Parameters:
  ///   - provenance: Where it is from, and how it stands to what the source has now.
  ///   - isContinued: Whether this is only the beginning, and more of the same comes in this load: then what is missing isn't gone, and
  ///     what comes later isn't new.
  public func show(
    _ content: Content, from provenance: Provenance? = nil, isContinued: Bool = false
  ) {
    self.isContinued = isContinued
    take(self, content, provenance)
  }

  /// Says how far a long load is: "3.2 of 12 MiB".
  public func say(_ progress: String) { takeProgress(self, progress) }
}
