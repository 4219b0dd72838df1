public import Controllers
import Screens

extension DataReader where Client: DataClient {
  /// Returns the pages of a server's list; those from the cache or a copy until the server answers.
  ///
  /// `ask` asks a client for a page; its rows get their age, and their failure, from the answers.
  @MainActor public func pages<Row>(
    _ ask: @escaping @MainActor (Client, ListPageRequest) async throws -> ListPage<Row>
  ) -> PageSource<Row> {
    // Page upon page would stay in memory.
    var reader = self
    reader.client.sources.screen = nil
    let source = reader
    let pages = BudgetedPages()
    return PageSource { request in
      var client = source.client.forOneLoad(request.loadReason)
      let budget = pages.budget(forPageAt: request.start)
      client.sources.budget = budget
      defer { pages.note(pageAt: request.start, in: budget) }
      do {
        return try await ask(client, request)
          .from(source.provenance(client.ages), client.ages.failure ?? client.ages.notKept)
      } catch {
        guard error.hasNoResponse, let known = source.client.cacheOnly() else {
          throw source.recoverable(error)
        }
        do {
          return try await ask(known, request)
            .from(source.provenance(known.ages, isKept: true, error), source.recoverable(error))
        } catch let lack {
          throw (lack as? any FetchError)?.inCopy ?? source.recoverable(error)
        }
      }
    } known: { request in
      guard let known = source.client.cacheOnly(), let page = try? await ask(known, request)
      else { return nil }
      return page.from(source.provenance(known.ages, isKept: true), nil)
    }
  }
}

extension ListPage {
  /// Returns the same page, with the provenance of its rows and the failure in spite of which they are shown.
  fileprivate func from(_ provenance: Provenance, _ failure: (any Error)?) -> ListPage {
    ListPage(
      rows: rows, count: count, total: total, hasMore: hasMore, note: note, from: provenance,
      failure: failure)
  }
}
