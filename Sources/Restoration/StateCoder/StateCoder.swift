public import Core

/// Converts states and routes to and from JSON.
///
/// Use it instead of `JSONEncoder` and the synthesized `Codable` behaviour, which fail on a missing
/// key, omit `nil`, and order keys randomly. `StateCoder` sorts keys and writes `nil` as null. If a
/// key can't be read, only its own value is lost.
public enum StateCoder {
  /// The maximum nesting; a snapshot adds three levels around a state.
  private static let maximumDepth = JSON.Limits.snapshot.depth - 3

  /// Converts a value to JSON. Throws `EncodingError` for a number that isn't finite, and for a
  /// value that is nested too deeply to be read back.
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

  /// Converts JSON to a value that must be complete, such as a route. Throws `DecodingError` if a
  /// key is missing or can't be read. For a state, use `restore`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
    try Value(from: StateDecoder(json: json, codingPath: []))
  }

  /// Converts JSON to a state, even if keys are missing or can't be read. These get their values
  /// from `State()`.
  ///
  /// Returns the state, the names of the keys that couldn't be read (`lostKeys`), and the keys that
  /// this release doesn't have (`unknown`), so that they can be saved again.
  public static func restore<State: RestorableState>(
    _ type: State.Type, from json: JSON
  ) -> (state: State, lostKeys: [String], unknown: [JSON.Member]) {
    guard case .object(var saved) = json, case .object(let defaults)? = try? encode(State()) else {
      if json == .null { return (State(), [], []) }
      // The state isn't encoded as an object.
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
        guard let key = (error as? DecodingError)?.failedPath.first?.stringValue,
          savedKeys.contains(key)
        else { return (State(), saved.map(\.key) + lostKeys, unknown) }
        saved.removeAll { $0.key == key }
        lostKeys.append(key)
      }
    }
  }
}

extension DecodingError {
  var failedPath: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}
