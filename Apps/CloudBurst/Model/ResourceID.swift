import Reprise

/// What names a resource on its server: `51`, `d-65d29715-…` or `/admin/resources/users/…`.
///
/// Servers write it as a number or as text, so it is kept as text and `51` equals `"51"`. In snapshots and routes it is a
/// single string.
struct ResourceID: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The id that stands under the key `id`.
  init(of json: JSON) throws(Unreadable) {
    switch json["id"] {
    case nil, .null: throw .noID
    case .string(let text) where text.contains(where: { !$0.isWhitespace }): self.init(text)
    case .string: throw .noID
    case .number(let text)?:
      if let whole = json["id"]?.int {
        self.init(String(whole))
      } else if text.utf8.dropFirst().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
        self.init(text)  // Whole, and larger than an Int.
      } else {
        throw .unusableID("the number \(text)")
      }
    case let other?: throw .unusableID(other.kind)
    }
  }
}

extension ResourceID: Comparable {
  /// Whole numbers by their value, then everything else as text.
  ///
  /// Comparing a number with a text as text would put 2 before 10, 10 before "1x" and "1x" before 2.
  static func < (left: ResourceID, right: ResourceID) -> Bool {
    switch (Int(left.text), Int(right.text)) {
    case (let left?, let right?) where left != right: left < right
    case (_?, nil): true
    case (nil, _?): false
    default: left.text < right.text
    }
  }
}

extension ResourceID: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ResourceID: CustomStringConvertible {
  var description: String { text }
}
