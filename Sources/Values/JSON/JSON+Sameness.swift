extension JSON {
  /// Tells whether another value says the same: the order of an object's keys doesn't count, and of duplicate keys the last one does.
  ///
  /// Texts and numbers are compared as they are written; `1` and `1.0` differ.
  public func areContentsEqual(as other: JSON) -> Bool {
    // Most values that are compared are equal, and that is told without taking any of them apart.
    self == other || saysTheSame(as: other)
  }

  private func saysTheSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.array(let one), .array(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.saysTheSame(as: $1) }
    case (.object(let one), .object(let two)):
      let values = JSON.lastValues(two)
      let keys = JSON.lastValues(one)
      return keys.count == values.count
        && keys.allSatisfy { key, value in values[key]?.saysTheSame(as: value) == true }
    default: return self == other
    }
  }

  private static func lastValues(_ members: [Member]) -> [String: JSON] {
    Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }
}
