import Accounts
import Reprise

@MainActor func searchScreen(_ viewer: Viewer) -> any Screen {
  let reader = viewer.reader
  return SearchController(
    title: "Search",
    field: SearchField(
      label: "Search", placeholder: "at least \(EntitySearch.minimumLength) characters",
      explanation:
        "Type a part of a code, a name or any other property; the server looks for it. * stands "
        + "for any characters, ? for one; a text in \"quotation marks\" is matched exactly.",
      hint: { text in
        let search = EntitySearch(text)
        return search.isLongEnough ? "asks for \(search.sent)" : ""
      },
      scopes: { await viewer.searchScopes() }),
    columns: EntityRow.columns, id: \.id, noun: ListContent<EntityRow>.noun, opensOnlyMatch: true,
    options: {
      $0.emptyText = "Nothing found. Try fewer letters."
      $0.provenance = reader.origin
      $0.mark = \.mark
      $0.footerWhenTruncated = \.footer
    },
    source: { text, scope in
      viewer.matches(
        of: EntitySearch(text, in: scope.map { SearchDomain(key: $0.id, label: $0.title) }))
    },
    open: { row, navigator in
      viewer.note(row.entity)
      navigator.push(Route.opening(row.entity))
    })
}

extension Viewer {
  /// From the offline store if possible; otherwise a debounced request fetches them.
  fileprivate func searchScopes() async -> [SearchScope] {
    let client = reader.client.forOneLoad(.appear)
    do {
      var root = try await client.storedRoot()
      if root == nil {
        try await debounce()
        root = try await client.root()
      }
      let domains = root?.preferences.searchDomains ?? []
      return domains.map { SearchScope(id: $0.key, title: $0.label) }
    } catch {
      // The search itself will report what's wrong with the server.
      return []
    }
  }

  fileprivate func matches(of search: EntitySearch) -> PageSource<EntityRow> {
    guard search.isLongEnough else {
      return PageSource { _ in
        ListPage(
          rows: [], hasMore: false,
          note: "Type at least \(EntitySearch.minimumLength) characters.")
      }
    }
    return PageSource { [reader, debounce] request in
      try await debounce()
      @MainActor func page(
        _ client: EntityClient, _ failure: (any Error)?
      ) async throws -> ListPage<EntityRow> {
        let found = try await client.search(search, from: request.start)
        let end = request.start + found.count
        let recovered: (any Error)? = if let failure { reader.recoverable(failure) } else { nil }
        let hasMore = !found.isEmpty && found.total.map { end < $0 } ?? false
        var page = ListPage(
          rows: found.map { EntityRow($0, foundIn: found.matchLocations[$0.id]) },
          total: found.total,
          hasMore: hasMore, note: hasMore ? nil : found.resultsNote,
          from: reader.provenance(client.ages, isCached: failure != nil, failure),
          failure: recovered)
        page.unreadableCount = found.unreadableCount
        return page
      }
      let client = reader.client.forOneLoad(request.loadReason)
      do {
        return try await page(client, nil)
      } catch {
        guard error.hasNoResponse, let cachedClient = client.cacheOnly(),
          let page = try? await page(cachedClient, error), !page.rows.isEmpty
        else { throw reader.recoverable(error) }
        return page
      }
    }
  }
}
