import Reprise

/// Builds the typed objects that V3 API requests consist of.
enum V3 {
  /// Returns an object of a type.
  ///
  ///     V3.object("as.dto.space.search.SpaceSearchCriteria")
  static func object(_ type: String, _ members: KeyValuePairs<String, JSON> = [:]) -> JSON {
    .object(
      [JSON.Member("@type", .string(type))] + members.map { JSON.Member($0.key, $0.value) })
  }
}

/// A response of the V3 API. Each object appears once in full, and everywhere else as its number.
struct V3Objects {
  private var known: [Int: JSON] = [:]
  /// The requested objects.
  private(set) var list: [JSON] = []
  /// The number of all matches, limited so that several can be added up.
  let total: Int?

  /// Reads the result of a search or of a request by ids.
  init(_ result: JSON) {
    total = result["totalCount"]?.int.map { min(max(0, $0), 1 << 40) }
    note(result)
    let objects = result["objects"]?.array ?? result.members?.map(\.value) ?? result.array ?? []
    list = objects.compactMap { resolved($0) }
  }

  /// Whether every requested object has an id.
  var areNamed: Bool {
    list.allSatisfy { resolved($0["permId"])?["permId"]?.string ?? $0.text("code") != nil }
  }

  /// Returns the object that a value contains or refers to; `nil` for any other value.
  func resolved(_ value: JSON?) -> JSON? {
    switch value {
    case .object: value
    case .number: value?.int.flatMap { known[$0] }
    default: nil
    }
  }

  func objects(_ value: JSON?) -> [JSON] { (value?.array ?? []).compactMap { resolved($0) } }

  /// Records every object that has a number (`@id`).
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
