import Accounts
import Reprise
import Synchronization

/// Composes any page of a list from recorded ones: another window size, a resumed list or a command
/// requests other pages. Their index is the response to the list without page parameters, which is
/// never requested. If an entry is in two pages, the one recorded last wins.
final class RecordedPages: RecordedResponses {
  private let responses: any RecordedResponses
  /// Serializes updates of the index, which are read, changed and written back.
  private let lock = Mutex(())

  /// Thrown for a missing response; `nil` to return none.
  private let missing: OpenMRSError?

  init(_ responses: any RecordedResponses, missing: OpenMRSError? = nil) {
    self.responses = responses
    self.missing = missing
  }

  var location: String { responses.location }

  func record(_ response: RecordedResponse, to resource: ResourceURI) throws {
    try responses.record(response, to: resource)
    guard response.status == 200, let page = Page(resource), let list = page.list else { return }
    try lock.withLock { _ in
      let known = try pages(of: list, page.rest)
      guard known.last != page else { return }
      let all = known.filter { $0 != page } + [page]
      let json = JSON.object([JSON.Member("pages", .array(all.map(\.json)))])
      try responses.record(RecordedResponse(json.bytes), to: list)
    }
  }

  func response(to resource: ResourceURI) throws -> RecordedResponse? {
    if let response = try found(by: resource) { return response }
    if let missing { throw missing }
    return nil
  }

  private func found(by resource: ResourceURI) throws -> RecordedResponse? {
    guard let page = Page(resource), let list = page.list else {
      return try responses.response(to: resource)
    }
    let known = try pages(of: list, page.rest)
    // Up to 0.2.0 allergies were requested without page parameters.
    if known.isEmpty {
      return try responses.response(to: resource)
        ?? (page.start == 0 ? responses.response(to: list) : nil)
    }
    if known.last == page { return try responses.response(to: resource) }
    // A refused page isn't in the index.
    return try joined(known, page) ?? responses.response(to: resource)
  }

  private func pages(of list: ResourceURI, _ rest: String) throws -> [Page] {
    // A 204 response has no body.
    guard let bytes = try responses.response(to: list)?.body, !bytes.isEmpty else { return [] }
    return (try JSON(bytes)["pages"]?.array ?? []).compactMap { Page($0, rest) }
  }

  /// Returns the recorded beginning of a page; `nil` if nothing of it was recorded.
  private func joined(_ known: [Page], _ page: Page) throws -> RecordedResponse? {
    var results: [JSON] = []
    var total: JSON?
    var timestamp: Int?
    var isAtEnd = false
    while results.count < page.limit, !isAtEnd {
      let index = page.start + results.count
      guard let (part, json, age) = try known.last(covering: index, in: responses) else { break }
      timestamp = [timestamp, age].compactMap(\.self).min()
      let entries = json["results"]?.array ?? []
      results += entries.dropFirst(index - part.start).prefix(page.limit - results.count)
      total = total ?? json["totalCount"]
      // Without a total, the last page is the one without a link to the next.
      isAtEnd =
        json["totalCount"]?.int.map { page.start + results.count >= $0 }
        ?? (!json.hasNextPage && page.start + results.count >= part.start + entries.count)
    }
    // Without a total, a page that ends too early would look like the end of the list.
    guard isAtEnd || results.count == page.limit || (total != nil && !results.isEmpty) else {
      return nil
    }
    return RecordedResponse(
      JSON.page(results, total: total?.int, hasNext: !isAtEnd).bytes, at: timestamp)
  }

  struct Page: Hashable, Sendable {
    /// As the client writes it, without the page parameters.
    let rest: String
    let start: Int
    let limit: Int
    let isCounted: Bool

    init?(_ resource: ResourceURI) {
      var start: Int?
      var limit: Int?
      var isCounted = false
      var others: [Substring] = []
      for pair in (resource.query ?? "").split(separator: "&") {
        if pair.hasPrefix("startIndex=") {
          start = Int(pair.dropFirst("startIndex=".count))
        } else if pair.hasPrefix("limit=") {
          limit = Int(pair.dropFirst("limit=".count))
        } else if pair == "totalCount=true" {
          isCounted = true
        } else {
          others.append(pair)
        }
      }
      guard let start, let limit, start >= 0, limit > 0 else { return nil }
      rest = resource.path + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
      self.start = start
      self.limit = limit
      self.isCounted = isCounted
    }

    init?(_ json: JSON, _ rest: String) {
      guard let start = json["start"]?.int, let limit = json["limit"]?.int, start >= 0, limit > 0
      else { return nil }
      self.rest = rest
      self.start = start
      self.limit = limit
      // Before 0.2.0 all requests asked for the total.
      isCounted = json["isCounted"]?.bool ?? true
    }

    var json: JSON {
      .object([
        JSON.Member("start", .number(String(start))), JSON.Member("limit", .number(String(limit))),
        JSON.Member("isCounted", .bool(isCounted)),
      ])
    }

    var list: ResourceURI? { ResourceURI(rest) }

    var resource: ResourceURI? {
      ResourceURI(
        rest + (rest.contains("?") ? "&" : "?")
          + "limit=\(limit)&startIndex=\(start)" + (isCounted ? "&totalCount=true" : ""))
    }
  }
}

extension [RecordedPages.Page] {
  /// Returns the page recorded last that contains the entry, or shows that the list ends before it.
  fileprivate func last(
    covering index: Int, in responses: any RecordedResponses
  ) throws -> (RecordedPages.Page, JSON, timestamp: Int?)? {
    for page in reversed() where page.start <= index && index - page.start < page.limit {
      guard let resource = page.resource, let response = try responses.response(to: resource) else {
        continue
      }
      let json = try JSON(response.body)
      let count = json["results"]?.array?.count ?? 0
      if index - page.start < count || !json.hasNextPage {
        return (page, json, response.timestamp)
      }
    }
    return nil
  }
}
