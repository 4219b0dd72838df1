import Terminals

/// The differences between the rows before and after a refresh.
struct ListChanges: Hashable {
  /// The ids of new and changed rows, in the order after the refresh.
  private(set) var ids: [String] = []
  /// The ids of new rows; a subset of `ids`.
  private(set) var newIDs: [String] = []
  private(set) var lostNames: [String] = []
  /// Descriptions of the first removed, changed and new rows, with their old and new values.
  private(set) var details: [String] = []

  private static let namedCount = 5
  private static let detailCount = 12
  /// Keeps the whole sentence short enough for a message.
  private static let detailLength = 230

  init() {}

  /// Compares rows by fingerprint if both sides have them, without creating the rows. If an end of
  /// the list is missing on either side, compares only the section between rows that both sides
  /// have, because beyond it a missing row may still exist.
  init<Row: Equatable & Sendable>(
    from oldContent: ListContent<Row>, to newContent: ListContent<Row>,
    areContentsEqual: (Row, Row) -> Bool = { $0 == $1 },
    name: (Row) -> String? = { _ in nil }, formatter: RowChangeFormatter<Row>? = nil
  ) {
    let (old, new) = (oldContent.received, newContent.received)
    let bothBegin = oldContent.begins && newContent.begins
    let bothEnd = oldContent.ends && newContent.ends
    func compared(_ rows: any RowSource<Row>, with others: any RowSource<Row>) -> Range<Int> {
      func isInBoth(_ index: Int) -> Bool { others.index(of: rows.id(at: index)) != nil }
      let all = 0..<rows.count
      let first = bothBegin ? 0 : all.first(where: isInBoth) ?? rows.count
      return first..<(bothEnd ? rows.count : all.last(where: isInBoth).map { $0 + 1 } ?? first)
    }
    func areEqual(_ before: Int, _ index: Int) -> Bool {
      if let earlier = old.fingerprint(at: before), let later = new.fingerprint(at: index) {
        return earlier == later
      }
      return areContentsEqual(old.row(at: before), new.row(at: index))
    }
    let (oldRows, newRows) = (compared(old, with: new), compared(new, with: old))
    var (changed, added): ([String], [String]) = ([], [])
    for index in newRows {
      let id = new.id(at: index)
      let before = old.index(of: id)
      if let before, areEqual(before, index) { continue }
      ids.append(id)
      if before == nil { newIDs.append(id) }
      guard let formatter else { continue }
      if let before {
        if changed.count < Self.detailCount {
          changed.append(formatter.change(old.row(at: before), new.row(at: index)))
        }
      } else if added.count < Self.detailCount {
        added.append(formatter.addition(new.row(at: index)))
      }
    }
    defer { details += changed + added }
    for index in oldRows where new.index(of: old.id(at: index)) == nil {
      let row = old.row(at: index)
      lostNames.append(name(row) ?? old.id(at: index))
      if let formatter, lostNames.count <= Self.detailCount { details.append(formatter.loss(row)) }
    }
  }

  var isEmpty: Bool { ids.isEmpty && lostNames.isEmpty }

  /// For example "2 changed, 1 deleted: portal-7 deleted (Stopped) and 2 more".
  func summary(_ loss: RowRemoval) -> String {
    let parts = ListChanges.parts(
      changed: ids.count - newIDs.count, new: newIDs.count, lost: lostNames.count, loss)
    guard !details.isEmpty else {
      return lostNames.isEmpty ? parts : "\(parts): \(names)"
    }
    var named = details[0]
    var count = 1
    for detail in details.dropFirst() where named.count + detail.count < Self.detailLength {
      named += ", " + detail
      count += 1
    }
    let more = ids.count + lostNames.count - count
    return "\(parts): \(named)" + (more > 0 ? " and \(more.grouped) more" : "")
  }

  /// Doesn't count a row that another sentence has already reported: "2 more deleted: …".
  func lossSentence(_ loss: RowRemoval, besides reported: String? = nil) -> String? {
    if let reported, let index = lostNames.firstIndex(of: reported) {
      var others = self
      others.lostNames.remove(at: index)
      guard !others.lostNames.isEmpty else { return nil }
      return "\(others.lostNames.count.grouped) more \(loss.text): \(others.names)."
    }
    guard let first = lostNames.first else { return nil }
    return lostNames.count == 1
      ? loss.clause(first) + "." : "\(lostNames.count.grouped) \(loss.text): \(names)."
  }

  private var names: String {
    let shown = lostNames.prefix(Self.namedCount).joined(separator: ", ")
    let more = lostNames.count - Self.namedCount
    return more > 0 ? "\(shown) and \(more.grouped) more" : shown
  }

  static func parts(changed: Int, new: Int, lost: Int, _ loss: RowRemoval) -> String {
    [(changed, "changed"), (new, "new"), (lost, loss.text)].filter { $0.0 > 0 }
      .map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
  }
}

/// Describes the changes of rows.
struct RowChangeFormatter<Row: Sendable> {
  let columns: [Column<Row>]
  /// The participle for removed rows, such as "deleted".
  let lossText: String
  let name: (Row) -> String

  /// Returns, for example, "sys-005: Started → Stopped". At most two changed columns are included.
  func change(_ before: Row, _ after: Row) -> String {
    let cells = columns.map { ($0.heading, $0.text(before), $0.text(after)) }.filter { $1 != $2 }
    let changes = cells.prefix(2).enumerated().map { number, cell in
      (number == 0 || cell.0.isEmpty ? "" : cell.0 + " ") + Self.cut(cell.1) + " → "
        + Self.cut(cell.2)
    }
    return short(before) + ": "
      + (changes.isEmpty ? "changed outside the columns" : changes.joined(separator: " · "))
  }

  func addition(_ row: Row) -> String { "\(short(row)) new\(state(row))" }

  func loss(_ row: Row) -> String { "\(short(row)) \(lossText)\(state(row))" }

  /// Returns the row's state: the first non-empty text after the name column.
  private func state(_ row: Row) -> String {
    let text = columns.dropFirst().lazy.map { $0.text(row) }.first { !$0.isEmpty }
    return text.map { " (\(Self.cut($0)))" } ?? ""
  }

  private func short(_ row: Row) -> String { Self.cut(name(row)) }

  private static func cut(_ text: String) -> String {
    text.isEmpty ? "nothing" : text.cutInTheMiddle(to: 40)
  }
}

extension ListContent {
  fileprivate var begins: Bool { part.map { $0.pageTable.start == 0 } ?? true }
  fileprivate var ends: Bool { part.map { !$0.pageTable.hasMore } ?? true }
}

/// The reason why a refresh no longer returns a row, from which the list words its notice.
public enum RowRemoval: Sendable {
  /// The row no longer belongs to the list, but may still exist. For example, a visit that has
  /// ended is missing from a list of active visits.
  case gone
  /// The row no longer exists, because it was deleted.
  case deleted
  /// It isn't known whether the row was removed. The response contains entries that can't be
  /// decoded, and the row may be one of them.
  case notInResponse

  var text: String {
    switch self {
    case .gone: "gone"
    case .deleted: "deleted"
    case .notInResponse: "not in this answer"
    }
  }

  func clause(_ name: String) -> String {
    switch self {
    case .gone: "“\(name)” is no longer listed"
    case .deleted: "“\(name)” was deleted"
    case .notInResponse: "“\(name)” isn't in this answer"
    }
  }
}
