/// Makes names unique by appending numbers: "Name", "Name (2)".
struct UniqueNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

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
