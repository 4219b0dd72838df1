extension JSON {
  /// Returns whether two values are equal regardless of the order of an object's keys. Of duplicate
  /// keys, the last one counts.
  ///
  /// Strings and numbers are compared as they are written: `1` and `1.0` differ.
  public func areContentsEqual(as other: JSON) -> Bool {
    // Most compared values are equal, which `==` finds faster.
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
