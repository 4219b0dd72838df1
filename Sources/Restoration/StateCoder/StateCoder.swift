public import Core

/// Converts states and routes to and from JSON.
///
/// Replaces `JSONEncoder` and the synthesized `Codable` behavior, which fail on a missing key, drop
/// `nil`, and order keys randomly. Here keys are sorted, `nil` is written as null, and an invalid
/// key loses only its own value.
public enum StateCoder {
  /// The maximum nesting; a snapshot adds three levels around a state.
  private static let maximumDepth = JSON.Limits.snapshot.depth - 3

  /// Encodes a value. Throws `EncodingError` for numbers that aren't finite, and for values nested
  /// too deeply to be read back.
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

  /// Decodes a value that must be complete, such as a route. Throws `DecodingError`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
    try Value(from: StateDecoder(json: json, codingPath: []))
  }

  /// Decodes a state. Missing and unreadable keys get their values from `State()`; the latter are
  /// returned as `lostKeys`. Keys that this release doesn't know are returned as `unknown`.
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
