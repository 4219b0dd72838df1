/// What a refresh found different.
struct ListChanges: Hashable {
  /// The rows that are new, or not what they were, in their order.
  private(set) var ids: [String] = []
  private var newCount = 0
  private var goneCount = 0

  init() {}

  /// Of rows that are only some of all there are it is known what became of those between two that are in both.
  init<Row: Equatable>(
    from old: ListContent<Row>, to new: ListContent<Row>, id: (Row) -> String
  ) {
    let bothBegin = old.begins && new.begins
    let bothEnd = old.ends && new.ends
    if bothBegin, bothEnd {
      self.init(from: old.received, to: new.received, id: id)
      return
    }
    let known = Set(old.received.lazy.map(id)).intersection(new.received.lazy.map(id))
    func inBoth(_ row: Row) -> Bool { known.contains(id(row)) }
    func between(_ rows: ListRows<Row>) -> Slice<ListRows<Row>> {
      let first = bothBegin ? rows.startIndex : rows.firstIndex(where: inBoth) ?? rows.endIndex
      let last = bothEnd ? rows.endIndex : rows.lastIndex(where: inBoth).map { $0 + 1 } ?? first
      return rows[first..<last]
    }
    self.init(from: between(old.received), to: between(new.received), id: id)
  }

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

extension ListContent {
  /// Whether the first row there is is here.
  fileprivate var begins: Bool { part.map { $0.places.start == 0 } ?? true }
  /// Whether the last row there is is here.
  fileprivate var ends: Bool { part.map { !$0.places.hasMore } ?? true }
}
