import Reprise

/// The keys of an answer that `v=custom:(uuid,person:(display,age))` asks for, as a server reads it.
///
/// Applied to a whole answer from the cache or a copy, it gives the part that is asked for and no more. `AskedRepresentation` is the
/// servers' own reading.
struct CustomRepresentation: Sendable {
  /// The keys; a nil part for a key whose value is given as it is.
  private let keys: [(key: String, part: CustomRepresentation?)]

  /// Reads a representation; nil for anything else.
  init?(_ text: String) {
    guard text.hasPrefix("custom:(") else { return nil }
    var rest = text.dropFirst("custom:".count)
    guard let parsed = CustomRepresentation(&rest), rest.isEmpty else { return nil }
    self = parsed
  }

  /// Reads `(…)`.
  private init?(_ rest: inout Substring) {
    guard rest.popFirst() == "(" else { return nil }
    var keys: [(key: String, part: CustomRepresentation?)] = []
    while true {
      let key = rest.prefix { $0.isLetter || $0.isNumber }
      guard !key.isEmpty else { return nil }
      rest = rest.dropFirst(key.count)
      var part: CustomRepresentation?
      if rest.first == ":" {
        rest = rest.dropFirst()
        guard let inner = CustomRepresentation(&rest) else { return nil }
        part = inner
      }
      keys.append((String(key), part))
      switch rest.popFirst() {
      case ",": continue
      case ")":
        self.keys = keys
        return
      default: return nil
      }
    }
  }

  /// Returns the part of a resource that is asked for; a missing key is null.
  func applied(to json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { applied(to: $0) })
    case .object:
      .object(
        keys.map { key, part in
          let value = json[key] ?? .null
          return JSON.Member(key, part?.applied(to: value) ?? value)
        }
          // Newer servers say it of each object, whatever is asked for.
          + (json["resourceVersion"].map { [JSON.Member("resourceVersion", $0)] } ?? []))
    default: json
    }
  }
}
