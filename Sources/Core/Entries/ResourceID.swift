/// The id of a resource on a server, such as `51`, `d-65d29715-…` or `/admin/resources/users/…`.
///
/// Servers write ids as numbers or as strings. A `ResourceID` is always text, so `51` equals
/// `"51"`. Snapshots and routes store it as a string.
public struct ResourceID: Hashable, Sendable {
  /// The id as text, even if the server wrote it as a number.
  public let text: String

  /// Creates an id from its text.
  ///
  ///     ResourceID("1004")
  public init(_ text: String) {
    self.text = text
  }

  /// Reads the id of a resource from its JSON. Throws the reason if it isn't an object
  /// or has no usable id.
  ///
  ///     ResourceID(of: visit, under: "uuid")
  ///
  /// - Parameters:
  ///   - json: The JSON of the resource.
  ///   - key: The key whose value is the id.
  public init(of json: JSON, under key: String = "id") throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    switch json[key] {
    case nil, .null: throw .noID
    case .string(let text) where text.contains(where: { !$0.isWhitespace }): self.init(text)
    case .string: throw .noID
    case .number(let text)?:
      if let whole = json[key]?.int {
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
  /// Returns whether one id is ordered before another. Whole numbers are ordered by value and come
  /// before all other ids, which are ordered as text.
  public static func < (left: ResourceID, right: ResourceID) -> Bool {
    switch (Int(left.text), Int(right.text)) {
    case (let left?, let right?) where left != right: left < right
    case (_?, nil): true
    case (nil, _?): false
    default: left.text < right.text
    }
  }
}

extension ResourceID: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ResourceID: CustomStringConvertible {
  /// The id as text, even if the server wrote it as a number.
  public var description: String { text }
}
