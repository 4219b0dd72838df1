import Reprise

/// The keys in a custom representation such as `v=custom:(uuid,person:(display,age))`.
///
/// Applied to a complete object, it extracts the requested part. `AskedRepresentation` is the
/// simulated server's parser.
struct CustomRepresentation: Sendable {
  /// The keys; `part` is `nil` if the whole value is requested.
  private let keys: [(key: String, part: CustomRepresentation?)]

  init?(_ text: String) {
    guard text.hasPrefix("custom:(") else { return nil }
    var rest = text.dropFirst("custom:".count)
    guard let parsed = CustomRepresentation(&rest), rest.isEmpty else { return nil }
    self = parsed
  }

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

  /// Returns the requested part of a resource. A missing key becomes `null`.
  func applied(to json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { applied(to: $0) })
    case .object:
      .object(
        keys.map { key, part in
          let value = json[key] ?? .null
          return JSON.Member(key, part?.applied(to: value) ?? value)
        }
          // Newer servers add it to each object, whether requested or not.
          + (json["resourceVersion"].map { [JSON.Member("resourceVersion", $0)] } ?? []))
    default: json
    }
  }
}
