import Reprise

/// What stands behind a request's question mark, as a server understands it.
struct FixtureQuery: Sendable {
  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// What a resource looks like in the answer.
  func shaped(_ json: JSON) -> JSON {
    guard let representation = self["v"].flatMap({ CustomRepresentation($0) }) else { return json }
    return representation.applied(to: json)
  }

  /// A page of a list, or the error for a limit that no administrator allows. `whole` gives an entry all that it has.
  func page(_ list: [JSON], whole: (JSON) -> JSON = { $0 }) -> FixtureAnswer {
    let limit = self["limit"].flatMap { Int($0) } ?? 50
    guard limit <= 100 else {
      return .failed(500, "Administrator has set absolute limit at 100")
    }
    let start = min(max(0, self["startIndex"].flatMap { Int($0) } ?? 0), list.count)
    let end = min(list.count, start + max(1, limit))
    var answer = JSON.object([
      .init("results", .array(list[start..<end].map { shaped(whole($0)) }))
    ])
    if end < list.count {
      // A proxy's host, as real servers write it: nobody may follow this.
      let link = JSON.object([
        .init("rel", .string("next")), .init("uri", .string("http://nowhere.invalidhttp://wrong/")),
      ])
      answer["links"] = .array([link])
    }
    if self["totalCount"] == "true" { answer["totalCount"] = .number(String(list.count)) }
    return .found(answer)
  }
}
