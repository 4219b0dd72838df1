import Accounts
import Reprise

extension OpenMRSServer.ParsedRequest {
  /// Returns the page of a list that the request asks for [122-134].
  ///
  /// - Parameter isForgiving: Whether a page beyond the end is empty instead of an error, as in
  ///   searches that page in the database.
  func list(
    _ things: [JSON], _ type: String, isForgiving: Bool = false
  ) throws -> ServerReply {
    let start = request["startIndex"].flatMap { Int($0) } ?? 0
    let limit = request["limit"].flatMap { Int($0) } ?? server.limits.usual
    if !isForgiving {
      guard start >= 0 else { throw outOfRange("fromIndex = \(start)") }
      guard start <= things.count else {
        throw outOfRange("fromIndex(\(start)) > toIndex(\(things.count))")
      }
    }
    let first = min(max(0, start), things.count)
    let page = things[first..<min(things.count, first + limit)]
    var members: [JSON.Member] = []
    do {
      members.append(.init("results", .array(try renderer.list(Array(page), type, asked))))
    } catch var broken as ResourceRenderer.TruncatedReply {
      broken.written = .object([.init("results", broken.written ?? .array([]))])
      broken.place.insert(ResourceRenderer.TruncatedReply.object("results"), at: 0)
      throw broken
    }
    let links = links(start: start, limit: limit, hasMore: start + limit < things.count)
    if !links.isEmpty { members.append(.init("links", .array(links))) }
    if request["totalCount"] == "true" {
      members.append(.init("totalCount", .number(String(things.count))))
    }
    return .json(.object(members))
  }

  /// The response to a search without results. It has no total even if one is requested [101].
  var nothingFound: ServerReply { .json(.object([.init("results", .array([]))])) }

  private func outOfRange(_ words: String) -> ServerFailure {
    .exception(500, [words], code: "java.util.AbstractList:509")
  }

  /// Returns links to the next and previous page, with the host name of the request [123].
  private func links(start: Int, limit: Int, hasMore: Bool) -> [JSON] {
    let host = request.headers.value("Host") ?? "nowhere.invalid"
    let path = request.target.prefix { $0 != "?" }
    let query = request.target.dropFirst(path.count).drop { $0 == "?" }.split(separator: "&")
      .filter { !$0.hasPrefix("startIndex=") }.joined(separator: "&")
    func link(_ rel: String, _ start: Int) -> JSON {
      .object([
        .init("rel", .string(rel)),
        .init(
          "uri",
          .string("http://\(host)\(path)?\(query)&" + (start > 0 ? "startIndex=\(start)" : ""))),
        .init("resourceAlias", .null),
      ])
    }
    return (hasMore ? [link("next", start + limit)] : [])
      + (start > 0 ? [link("prev", max(0, start - limit))] : [])
  }
}
