import Reprise

/// The objects of requests to the V3 API, each of which names its type.
enum V3 {
  /// Returns an object of a type.
  ///
  ///     V3.object("as.dto.space.search.SpaceSearchCriteria")
  static func object(_ type: String, _ members: KeyValuePairs<String, JSON> = [:]) -> JSON {
    .object(
      [JSON.Member("@type", .string(type))] + members.map { JSON.Member($0.key, $0.value) })
  }
}

/// An answer of the V3 API, in which an object stands once, and a bare number wherever it is meant again.
struct V3Objects {
  private var known: [Int: JSON] = [:]
  /// The objects that were asked for.
  private(set) var list: [JSON] = []
  /// The number of all there are, of which several can be added up; nil if the answer doesn't say.
  let total: Int?

  /// Reads the result of a search, or of a question for objects by their ids.
  init(_ result: JSON) {
    total = result["totalCount"]?.int.map { min(max(0, $0), 1 << 40) }
    note(result)
    let objects = result["objects"]?.array ?? result.members?.map(\.value) ?? result.array ?? []
    list = objects.compactMap { resolved($0) }
  }

  /// True if all objects that were asked for say which they are.
  var areNamed: Bool {
    list.allSatisfy { resolved($0["permId"])?["permId"]?.string ?? $0.text("code") != nil }
  }

  /// Returns the object that a value is, or stands for; nil if it is neither.
  func resolved(_ value: JSON?) -> JSON? {
    switch value {
    case .object: value
    case .number: value?.int.flatMap { known[$0] }
    default: nil
    }
  }

  /// Returns the objects of a list.
  func objects(_ value: JSON?) -> [JSON] { (value?.array ?? []).compactMap { resolved($0) } }

  /// Notes every object with its number. Objects are told from answers with numbers for values by `@id`.
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
