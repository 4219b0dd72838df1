import Restoration
public import Screens

/// A load of a screen's data that is in progress. A screen passes it to its source, which shows the
/// data through it.
///
/// The source must call `show` at least once or throw an error. It may show the data in several
/// steps: for example first cached data, then the server's response, then the response with names
/// added. Calls have no effect once the load has ended, another load has replaced it, or the screen
/// was closed.
@MainActor public final class Load<Content: Sendable> {
  /// The reason for the load, such as a refresh by the user. From it the source decides whether it
  /// may use its cache.
  public let loadReason: LoadReason
  /// Whether an earlier load of this screen was completed, so that the screen already shows all its
  /// data.
  public let isReload: Bool
  /// Whether the source has announced more data of the same response.
  private(set) var moreFollows = false
  private let receiverAcceptsPartialContent: @MainActor () -> Bool
  /// `nil` once the load has ended, so that a stored load doesn't retain its screen.
  private var receiver: Receiver?

  private struct Receiver {
    let content: @MainActor (Load, Content, Provenance?) -> Void
    let progress: @MainActor (Load, String) -> Void
    let work: @MainActor (Load, BackgroundWork) -> Void
  }

  init(
    _ loadReason: LoadReason, isReload: Bool,
    acceptsPartialContent: @escaping @MainActor () -> Bool = { true },
    receive: @escaping @MainActor (Load, Content, Provenance?) -> Void,
    progress: @escaping @MainActor (Load, String) -> Void,
    background: @escaping @MainActor (Load, BackgroundWork) -> Void = { _, _ in }
  ) {
    self.loadReason = loadReason
    self.isReload = isReload
    receiverAcceptsPartialContent = acceptsPartialContent
    receiver = Receiver(content: receive, progress: progress, work: background)
  }

  /// Whether the first rows may be shown before the others. In a list this requires that nothing is
  /// shown yet, no row is selected, and the rows are neither filtered nor sorted.
  ///
  /// Check this before showing a partial result. In a restored list the selected row is usually
  /// further down; with only the first rows, the keys would start from the first row, and the saved
  /// selection would be lost.
  public var acceptsPartialContent: Bool { receiver != nil && receiverAcceptsPartialContent() }

  func end() { receiver = nil }

  /// Shows data immediately.
  ///
  ///     if load.acceptsPartialContent {
  ///       load.show(ListContent(beginning: first, of: 8_028, noun: ("commit", "commits")),
  ///         moreFollows: true)
  ///     }
  ///     load.show(ListContent(rows: all, summary: "\(all.count) commits"))
  ///
  /// If the selected row is missing, the selection is preserved until the load ends, because a
  /// later step may contain the row.
  ///
  /// - Parameters:
  ///   - content: The data, which replace those shown before.
  ///   - provenance: The source of the data and its status; `nil` for the screen's own.
  ///   - moreFollows: Whether this is a partial result that a later step of this load completes.
  ///     If so, missing rows don't count as removed, and rows of later steps don't count as new.
  public func show(
    _ content: Content, from provenance: Provenance? = nil, moreFollows: Bool = false
  ) {
    self.moreFollows = moreFollows
    receiver?.content(self, content, provenance)
  }

  /// Shows the progress of the load to the user, such as "3.2 of 12 MiB".
  public func say(_ progress: String) { receiver?.progress(self, progress) }

  /// Starts a background task that the source found necessary during this load, for example to
  /// update the rest of the cache.
  public func runInBackground(_ work: BackgroundWork) { receiver?.work(self, work) }
}
