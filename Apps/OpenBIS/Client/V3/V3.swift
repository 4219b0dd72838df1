import Reprise

enum V3 {
  static func object(_ type: String, _ members: KeyValuePairs<String, JSON> = [:]) -> JSON {
    .object(
      [JSON.Member("@type", .string(type))] + members.map { JSON.Member($0.key, $0.value) })
  }
}

/// The objects of a V3 API response. Each object appears once in full; wherever else it occurs, the
/// response has only its number.
struct V3Objects: Sendable {
  private var known: [Int: JSON] = [:]
  private(set) var list: [JSON] = []
  /// Of all matches, limited so that several can be added up.
  let total: Int?

  init(_ result: JSON) {
    total = result["totalCount"]?.int.map { min(max(0, $0), 1 << 40) }
    note(result)
    let objects = result["objects"]?.array ?? result.members?.map(\.value) ?? result.array ?? []
    list = objects.compactMap { resolved($0) }
  }

  var areNamed: Bool {
    list.allSatisfy { resolved($0["permId"])?["permId"]?.string ?? $0.text("code") != nil }
  }

  func resolved(_ value: JSON?) -> JSON? {
    switch value {
    case .object: value
    case .number: value?.int.flatMap { known[$0] }
    default: nil
    }
  }

  func objects(_ value: JSON?) -> [JSON] { (value?.array ?? []).compactMap { resolved($0) } }

  private mutating func note(_ json: JSON) {
    var waiting = [json]
    while let next = waiting.popLast() {
      switch next {
      case .array(let elements): waiting += elements
      case .object(let members):
        if let id = next["@id"]?.int { known[id] = next }
        waiting += members.map(\.value)
      default: break
      }
    }
  }
}
