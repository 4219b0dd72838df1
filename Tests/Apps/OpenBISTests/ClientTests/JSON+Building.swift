import Reprise

/// An object with keys in their order.
func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
  .object(members.map { JSON.Member($0.key, $0.value) })
}

extension JSON {
  /// The value as a text that stands in a JSON text, as plugins put objects and lists into cells.
  var compact: String { String(decoding: bytes, as: UTF8.self) }

  static func whole(_ number: Int) -> JSON { .number(String(number)) }
}

/// The numbers that a server gives the objects of one answer (`@id`).
struct Numbering {
  private var last = 0

  /// Returns an object with its type, its number and the other keys; without a type where the class
  /// has none.
  mutating func object(_ type: String?, _ members: KeyValuePairs<String, JSON>) -> JSON {
    last += 1
    let head =
      (type.map { [JSON.Member("@type", .string($0))] } ?? [])
      + [JSON.Member("@id", .whole(last))]
    return .object(head + members.map { JSON.Member($0.key, $0.value) })
  }

  /// Takes a number for an object whose keys are made later.
  mutating func next() -> Int {
    last += 1
    return last
  }
}
