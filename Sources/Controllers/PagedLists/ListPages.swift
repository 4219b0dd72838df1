import Screens

/// The pages of a list that have come so far.
@MainActor final class ListPages<Row: Sendable> {
  typealias Source = @MainActor (ListPageRequest) async throws -> ListPage<Row>

  private let id: @Sendable (Row) -> String
  private let noun: (one: String, many: String)
  var source: Source
  private(set) var rows = ListRows<Row>()
  private var ids: Set<String> = []
  private var count = 0
  private var total: Int?
  private var notes: [String] = []
  /// Where the oldest of the pages is from: the list is no newer than that.
  private(set) var provenance: Provenance?
  private(set) var hasMore = false
  private(set) var isLoaded = false

  init(
    id: @escaping @Sendable (Row) -> String, noun: (one: String, many: String),
    source: @escaping Source
  ) {
    self.id = id
    self.noun = noun
    self.source = source
  }

  /// Forgets all pages.
  func clear() {
    rows = ListRows()
    ids = []
    count = 0
    total = nil
    notes = []
    provenance = nil
    hasMore = false
    isLoaded = false
  }

  /// Fetches pages from the beginning until there are so many rows, and puts them in place of those that are here.
  func load(atLeast wanted: Int, _ freshness: Freshness) async throws {
    let fresh = ListPages(id: id, noun: noun, source: source)
    repeat {
      try await fresh.append(wanted: wanted - fresh.rows.count, freshness)
    } while fresh.hasMore && fresh.rows.count < wanted
    take(fresh)
  }

  /// Fetches the next page.
  func loadMore(wanted: Int) async throws {
    try await append(wanted: wanted, .cached)
  }

  private func append(wanted: Int, _ freshness: Freshness) async throws {
    // No server gives more than a hundred at once; twenty fill a screen.
    let size = min(max(20, wanted), 100)
    let page = try await source(ListPageRequest(start: count, count: size, freshness: freshness))
    try Task.checkCancellation()
    // What has been added at the top meanwhile moves rows onto the next page, where they come again.
    rows.append(contentsOf: page.rows.lazy.filter { self.ids.insert(self.id($0)).inserted })
    count += page.count
    total = page.total ?? total
    if let age = page.provenance, provenance.map({ age.moment < $0.moment }) ?? true {
      provenance = age
    }
    if let note = page.note, !notes.contains(note) { notes.append(note) }
    // An empty page that claims that there is more would be asked for without end.
    hasMore = page.hasMore && page.count > 0
    isLoaded = true
  }

  private func take(_ other: ListPages) {
    rows = other.rows
    ids = other.ids
    count = other.count
    total = other.total
    notes = other.notes
    provenance = other.provenance
    hasMore = other.hasMore
    isLoaded = other.isLoaded
  }

  /// "40 of 231 encounters", or "231 encounters" when all are here.
  var summary: String {
    if hasMore {
      guard let total, total >= rows.count else { return "\(rows.count) \(noun.many), and more" }
      return "\(rows.count) of \(total) \(noun.many)"
    }
    return rows.count == 1 ? "1 \(noun.one)" : "\(rows.count) \(noun.many)"
  }

  var content: ListContent<Row> {
    ListContent(
      rows, summary: rows.isEmpty ? "" : summary,
      note: notes.isEmpty ? nil : notes.joined(separator: " "))
  }
}
