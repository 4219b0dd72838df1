public import Values

/// Turns states and routes into JSON and back.
///
/// Ours, because synthesized `Codable` throws on a missing key, drops a cleared optional, and `JSONEncoder` orders keys at random:
/// here keys are sorted, nil is written as null, and one bad key costs that key alone.
public enum StateCoder {
  /// The most levels of values in each other: a snapshot puts three levels round a state.
  private static let maximumDepth = JSON.Limits.snapshot.depth - 3

  /// Encodes a value. Throws `EncodingError` for numbers that are not finite, and for values too deep to be read back.
  public static func encode(_ value: some Encodable) throws -> JSON {
    let node = StateNode()
    try value.encode(to: StateEncoder(node: node))
    do {
      return try node.json(levels: maximumDepth)
    } catch {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "It is too deep to be saved."))
    }
  }

  /// Reads a value that is taken whole, such as a route. Throws `DecodingError`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
    try Value(from: StateDecoder(json: json, codingPath: []))
  }

  /// Reads a state. Missing keys come from `State()`; keys that can't be read do too, and are named. Keys that this release
  /// doesn't know are handed back.
  public static func restore<State: RestorableState>(
    _ type: State.Type, from json: JSON
  ) -> (state: State, lostKeys: [String], unknown: [JSON.Member]) {
    guard case .object(var saved) = json, case .object(let defaults)? = try? encode(State()) else {
      if json == .null { return (State(), [], []) }
      // A state that is one value, or none.
      return (try? decode(State.self, from: json)).map { ($0, [], []) }
        ?? (State(), ["everything"], [])
    }
    let known = Set(defaults.map(\.key))
    let unknown = saved.filter { !known.contains($0.key) }
    saved.removeAll { !known.contains($0.key) }
    var lostKeys: [String] = []
    while true {
      let savedKeys = Set(saved.map(\.key))
      let overlaid = saved + defaults.filter { !savedKeys.contains($0.key) }
      do {
        let state = try decode(State.self, from: .object(overlaid))
        return (state, lostKeys, unknown)
      } catch {
        guard let key = (error as? DecodingError)?.place.first?.stringValue, savedKeys.contains(key)
        else { return (State(), saved.map(\.key) + lostKeys, unknown) }
        saved.removeAll { $0.key == key }
        lostKeys.append(key)
      }
    }
  }
}

extension DecodingError {
  /// The place of the error in the value, from the outermost key on.
  var place: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}
