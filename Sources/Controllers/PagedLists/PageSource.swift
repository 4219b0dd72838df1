public import Screens

/// Where a list that comes in pieces gets them from.
@MainActor public struct PageSource<Row: Sendable> {
  public let ask: @MainActor (ListPageRequest) async throws -> ListPage<Row>
  public let known: @MainActor (ListPageRequest) async -> ListPage<Row>?

  /// A source of pages.
  ///
  /// - Parameters:
  ///   - known: What is shown until the answer is there; nil if nothing is known of that page.
  public init(
    _ ask: @escaping @MainActor (ListPageRequest) async throws -> ListPage<Row>,
    known: @escaping @MainActor (ListPageRequest) async -> ListPage<Row>? = { _ in nil }
  ) {
    self.ask = ask
    self.known = known
  }
}

/// Which piece of a list is wanted.
///
/// Pages begin and end at the same places whatever the person does, so what was kept of one is found again: the first twenty
/// entries, which fill a screen, those up to the fiftieth, and fifty at a time from there.
public struct ListPageRequest: Hashable, Sendable {
  /// Counted from 0, in the server's entries.
  public let start: Int
  /// How many entries, at most 100.
  public let count: Int
  public let freshness: Freshness

  public init(start: Int, count: Int, freshness: Freshness) {
    self.start = start
    self.count = count
    self.freshness = freshness
  }
}

extension ListPageRequest {
  private static let first = 20
  private static let length = 50

  /// The page that begins there, or the rest of it where a server gave fewer entries than it was asked for. `isLong` if many are wanted.
  init(from start: Int, isLong: Bool = false, _ freshness: Freshness) {
    let end = start < Self.first ? Self.first : (start / Self.length + 1) * Self.length
    self.init(
      start: start, count: (isLong ? end + Self.length : end) - start, freshness: freshness)
  }

  /// Where the page begins in which an entry is.
  static func start(of place: Int) -> Int {
    (first..<length).contains(place) ? first : place / length * length
  }
}
