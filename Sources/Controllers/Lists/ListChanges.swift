/// What a refresh found different.
struct ListChanges: Hashable {
  /// The rows that are new, or not what they were, in their order.
  private(set) var ids: [String] = []
  private var newCount = 0
  private var goneCount = 0

  init() {}

  init<Row: Equatable>(
    from old: some Sequence<Row>, to new: some Sequence<Row>, id: (Row) -> String
  ) {
    var before = Dictionary(old.map { (id($0), $0) }) { first, _ in first }
    for row in new {
      let known = before.removeValue(forKey: id(row))
      if known == row { continue }
      ids.append(id(row))
      if known == nil { newCount += 1 }
    }
    goneCount = before.count
  }

  /// "; 2 changed, 1 new, 3 gone"; empty if nothing is different.
  var clause: String {
    let counts = [(ids.count - newCount, "changed"), (newCount, "new"), (goneCount, "gone")]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "" : "; " + parts.joined(separator: ", ")
  }
}
