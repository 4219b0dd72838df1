/// Names of which no two are equal: "Name", "Name (2)".
struct UniqueNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// The name, or where it was given before, with the first number that makes it another.
  mutating func next(_ name: String) -> String {
    var count = counts[name, default: 0] + 1
    var candidate = count == 1 ? name : "\(name) (\(count))"
    while !taken.insert(candidate).inserted {
      count += 1
      candidate = "\(name) (\(count))"
    }
    counts[name] = count
    return candidate
  }
}
