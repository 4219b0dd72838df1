import Restoration
public import Screens

/// A load of a screen's data that is under way.
///
/// A source shows data with `show`, at least once, or throws: first from the cache, then the server's answer, then that answer with more
/// names resolved. Once the load has ended, another has taken its place, or the screen is left, data that it shows are dropped.
@MainActor public final class Load<Content: Sendable> {
  /// The freshness that the data must have.
  public let loadReason: LoadReason
  /// True if an earlier load came to its end, and all its data are shown already.
  public let isReload: Bool
  /// True if the source has said that more of the same is to come.
  private(set) var moreFollows = false
  private let isBeginningTaken: @MainActor () -> Bool
  /// The screen that is loaded; nil once the load has ended: a source that keeps its load keeps no screen.
  private var taker: Taker?

  private struct Taker {
    let content: @MainActor (Load, Content, Provenance?) -> Void
    let progress: @MainActor (Load, String) -> Void
    let work: @MainActor (Load, BackgroundWork) -> Void
  }

  init(
    _ loadReason: LoadReason, isReload: Bool,
    acceptsPartialContent: @escaping @MainActor () -> Bool = { true },
    take: @escaping @MainActor (Load, Content, Provenance?) -> Void,
    progress: @escaping @MainActor (Load, String) -> Void,
    background: @escaping @MainActor (Load, BackgroundWork) -> Void = { _, _ in }
  ) {
    self.loadReason = loadReason
    self.isReload = isReload
    isBeginningTaken = acceptsPartialContent
    taker = Taker(content: take, progress: progress, work: background)
  }

  /// True if the first rows may be shown before the others are there: nothing is shown yet, and the person has chosen no row, filter or
  /// order.
  ///
  /// A source that has more to come asks before it shows a beginning. In a list that comes back, the place that was left is most often
  /// further down: the keys would move from the first row, and what is saved then is another place.
  public var acceptsPartialContent: Bool { taker != nil && isBeginningTaken() }

  /// Lets go of the screen.
  func end() { taker = nil }

  /// Shows data, at once.
  ///
  ///     if load.acceptsPartialContent {
  ///       load.show(ListContent(beginning: first, of: 8_028, noun: ("commit", "commits")), moreFollows: true)
  ///     }
  ///     load.show(ListContent(rows: all, summary: "\(all.count) commits"))
  ///
  /// A selection whose row isn't there is held until the load ends: a later step may bring it.
  ///
  /// - Parameters:
  ///   - content: The data, which take the place of those that were shown before.
  ///   - provenance: The source of the data, and their standing; nil for the one that the screen was given.
  ///   - isContinued: True if this is only the beginning, and more of the same comes in this load: missing rows aren't gone then, and later
  ///     rows aren't new.
  public func show(
    _ content: Content, from provenance: Provenance? = nil, moreFollows: Bool = false
  ) {
    self.moreFollows = moreFollows
    taker?.content(self, content, provenance)
  }

  /// Shows the progress of a long load: "3.2 of 12 MiB".
  public func say(_ progress: String) { taker?.progress(self, progress) }

  /// Begins work that this load has found to be due, and that goes on wherever the person is: all the rest of what is kept is brought up to
  /// date. It begins once the load shows something, or has ended.
  public func runInBackground(_ work: BackgroundWork) { taker?.work(self, work) }
}
