import Reprise

/// The search on the server, as one types. The filter of a list is something else: it looks through that list alone, and asks nobody.
@MainActor func searchScreen(_ viewer: Viewer) -> any Screen {
  let reader = viewer.reader
  return SearchController(
    title: "Search", provenance: reader.origin, label: "Search",
    placeholder: "at least \(EntitySearch.minimumLength) characters",
    explanation:
      "Type a part of a code, a name or any other property; the server looks for it. * stands "
      + "for any characters, ? for one; a text in \"quotation marks\" is looked for as it is.",
    columns: EntityRow.columns, id: \.id, mark: \.mark,
    noun: ListContent<EntityRow>.noun,
    emptyText: "The server found nothing. Try fewer letters.",
    remarkWhereCut: \.remark,
    remark: { text in
      let search = EntitySearch(text)
      return search.isLongEnough ? "asks for \(search.sent)" : ""
    },
    opensOnlyMatch: true,
    scopes: { await viewer.knownDomains().map { SearchScope(id: $0.key, title: $0.label) } },
    scopedSource: { text, scope in
      viewer.matches(
        of: EntitySearch(text, in: scope.map { SearchDomain(key: $0.id, label: $0.title) }))
    },
    open: { row, navigator in
      viewer.note(row.entity)
      navigator.push(Route.opening(row.entity))
    })
}

extension Viewer {
  /// The kinds of search. The first list brings them; where that wasn't there in this run, because the search itself is what came back, they
  /// are those that are kept, or are asked for. Empty if there are none, or if that can't be told now.
  fileprivate func knownDomains() async -> [SearchDomain] {
    if let searchDomains { return searchDomains }
    let client = reader.client.forOneLoad(.cached)
    let kept = (try? await client.keptRoot()) ?? nil
    guard let root = if let kept { kept } else { try? await client.root() } else { return [] }
    searchDomains = root.preferences.searchDomains
    return root.preferences.searchDomains
  }

  /// Returns the source of what a search finds. The server is asked once the person has stopped typing.
  fileprivate func matches(of search: EntitySearch) -> PageSource<EntityRow> {
    guard search.isLongEnough else {
      return PageSource { _ in
        ListPage(
          rows: [], hasMore: false,
          note: "Type at least \(EntitySearch.minimumLength) characters.")
      }
    }
    return PageSource { [reader, rest] request in
      // What a search finds comes in one piece; a session file may ask for any.
      guard request.start == 0 else { return ListPage(rows: [], hasMore: false) }
      try await rest()
      let client = reader.client.forOneLoad(request.freshness)
      do {
        let found = try await client.search(search)
        return ListPage(
          rows: found.map { EntityRow($0) }, hasMore: false, note: found.cutWords,
          from: reader.provenance(client.ages))
      } catch {
        throw reader.remediable(error)
      }
    }
  }
}
