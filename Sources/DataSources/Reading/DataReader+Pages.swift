public import Controllers
import Screens

extension DataReader where Client: DataClient {
  /// Returns the pages of a server's list; cached pages are shown until the server responds.
  ///
  /// `ask` requests a page from a client. The rows' age and failure come from the responses.
  @MainActor public func pages<Row>(
    _ ask: @escaping @MainActor (Client, ListPageRequest) async throws -> ListPage<Row>
  ) -> PageSource<Row> {
    // Otherwise all pages would stay in memory.
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
  /// Returns the page with its rows' provenance, and the failure despite which they are shown.
  fileprivate func from(_ provenance: Provenance, _ failure: (any Error)?) -> ListPage {
    ListPage(
      rows: rows, count: count, total: total, hasMore: hasMore, note: note, from: provenance,
      failure: failure)
  }
}
