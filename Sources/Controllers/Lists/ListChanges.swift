/// The differences between the rows before a refresh and the rows after it.
struct ListChanges: Hashable {
  /// The ids of the rows that are new or changed, in the order after the refresh.
  private(set) var ids: [String] = []
  /// The ids of the rows that are new; they are among `ids`.
  private(set) var newIDs: [String] = []
  /// The names of the rows that are lost, in the order before the refresh.
  private(set) var lostNames: [String] = []

  private static let namedCount = 5

  init() {}

  /// Compares rows that may be only part of the list. If either end of the list is missing on either side, only the stretch between rows
  /// that both sides have is compared: beyond it, a row that is missing isn't lost.
  init<Row: Equatable>(
    from old: ListContent<Row>, to new: ListContent<Row>, id: (Row) -> String,
    isSame: (Row, Row) -> Bool = { $0 == $1 },
    name: (Row) -> String? = { _ in nil }
  ) {
    let bothBegin = old.begins && new.begins
    let bothEnd = old.ends && new.ends
    if let before = old.received.lazily, let after = new.received.lazily {
      self.init(from: before, to: after, name: name)
      return
    }
    if bothBegin, bothEnd {
      self.init(from: old.received, to: new.received, id: id, isSame: isSame, name: name)
      return
    }
    let known = Set(old.received.lazy.map(id)).intersection(new.received.lazy.map(id))
    func inBoth(_ row: Row) -> Bool { known.contains(id(row)) }
    func between(_ rows: ListRows<Row>) -> Slice<ListRows<Row>> {
      let first = bothBegin ? rows.startIndex : rows.firstIndex(where: inBoth) ?? rows.endIndex
      let last = bothEnd ? rows.endIndex : rows.lastIndex(where: inBoth).map { $0 + 1 } ?? first
      return rows[first..<last]
    }
    self.init(
      from: between(old.received), to: between(new.received), id: id, isSame: isSame, name: name)
  }

  init<Row: Equatable>(
    from old: some Sequence<Row>, to new: some Sequence<Row>, id: (Row) -> String,
    isSame: (Row, Row) -> Bool = { $0 == $1 },
    name: (Row) -> String? = { _ in nil }
  ) {
    var before = Dictionary(old.map { (id($0), $0) }) { first, _ in first }
    for row in new {
      let known = before.removeValue(forKey: id(row))
      if let known, isSame(known, row) { continue }
      ids.append(id(row))
      if known == nil { newIDs.append(id(row)) }
    }
    guard !before.isEmpty else { return }
    for row in old {
      guard before.removeValue(forKey: id(row)) != nil else { continue }
      lostNames.append(name(row) ?? id(row))
    }
  }

  /// Compares rows by their fingerprints, and makes only those that are lost.
  private init<Row>(
    from old: LazyRows<Row>, to new: LazyRows<Row>, name: (Row) -> String?
  ) {
    for place in 0..<new.count {
      let id = new.id(place)
      let before = old.place(id)
      if let before, old.fingerprint(before) == new.fingerprint(place) { continue }
      ids.append(id)
      if before == nil { newIDs.append(id) }
    }
    guard old.count + newIDs.count > new.count else { return }
    for place in 0..<old.count where new.place(old.id(place)) == nil {
      lostNames.append(name(old.row(place)) ?? old.id(place))
    }
  }

  var isEmpty: Bool { ids.isEmpty && lostNames.isEmpty }

  /// The clause for a notice: "; 2 changed, 1 new, 1 deleted: portal-7". Empty if nothing differs.
  func clause(_ loss: ListLoss) -> String {
    let parts = ListChanges.parts(
      changed: ids.count - newIDs.count, new: newIDs.count, lost: lostNames.count, loss)
    guard !parts.isEmpty else { return "" }
    return "; " + parts + (lostNames.isEmpty ? "" : ": " + names)
  }

  /// The sentence about the lost rows; nil if none is lost. One of which another sentence tells isn't counted again: "2 more deleted: …".
  func lossSentence(_ loss: ListLoss, besides told: String? = nil) -> String? {
    if let told, let place = lostNames.firstIndex(of: told) {
      var others = self
      others.lostNames.remove(at: place)
      guard !others.lostNames.isEmpty else { return nil }
      return "\(others.lostNames.count.grouped) more \(loss.word): \(others.names)."
    }
    guard let first = lostNames.first else { return nil }
    return lostNames.count == 1
      ? loss.clause(first) + "." : "\(lostNames.count.grouped) \(loss.word): \(names)."
  }

  private var names: String {
    let shown = lostNames.prefix(Self.namedCount).joined(separator: ", ")
    let more = lostNames.count - Self.namedCount
    return more > 0 ? "\(shown) and \(more.grouped) more" : shown
  }

  /// The counts in words: "2 changed, 1 new, 3 deleted". Empty if all are 0.
  static func parts(changed: Int, new: Int, lost: Int, _ loss: ListLoss) -> String {
    [(changed, "changed"), (new, "new"), (lost, loss.word)].filter { $0.0 > 0 }
      .map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
  }
}

extension ListContent {
  /// True if the list's first row is among these.
  fileprivate var begins: Bool { part.map { $0.places.start == 0 } ?? true }
  /// True if the list's last row is among these.
  fileprivate var ends: Bool { part.map { !$0.places.hasMore } ?? true }
}
