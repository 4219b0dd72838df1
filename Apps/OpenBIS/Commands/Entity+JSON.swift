import Reprise

extension Entity {
  /// The entity as JSON, for `--json` and the raw view. Keys are the server's column names; columns
  /// that no response contained are omitted.
  var answer: JSON {
    var members = [JSON.Member("PERM_ID", .string(id.text))]
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(key, value)) }
    }
    add("REFCON", refcon)
    add("CATEGORY", category.map { .string($0) })
    add("SUMMARY_HEADER", header.map { .string($0) })
    add("SUMMARY", summary.map { .string($0) })
    add("IDENTIFIER", identifier.map { .string($0) })
    add("CHILDREN", children.map { .array($0.map { .string($0.text) }) })
    add("IMAGES", images?.answer)
    add("PROPERTIES", properties.map { .array($0.map(\.json)) })
    if isRootLevel == true { add("ROOT_LEVEL", .bool(true)) }
    if isDeleted { add("DELETED", .bool(true)) }
    if isMissing { add("MISSING", .bool(true)) }
    return .object(members)
  }
}

extension EntityImages {
  fileprivate var answer: JSON {
    var members: [JSON.Member] = []
    if let marquee { members.append(JSON.Member("MARQUEE", marquee.answer)) }
    if !tiled.isEmpty { members.append(JSON.Member("TILED", .array(tiled.map(\.answer)))) }
    return .object(members)
  }
}

extension EntityImage {
  /// The image's address. For an image sent with its entity, only the format and the size.
  fileprivate var answer: JSON {
    switch self {
    case .address(let address): .object([JSON.Member("URL", .string(address))])
    case .content(let bytes, let format):
      .object([
        JSON.Member("FORMAT", .string(format)), JSON.Member("BYTES", .number(String(bytes.count))),
      ])
    }
  }
}
