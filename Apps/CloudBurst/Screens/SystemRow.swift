import Reprise

/// A system as the list shows it, and no more: a row is copied many times while the list is drawn.
struct SystemRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  let statusClass: StatusClass
  private(set) var status: String
  /// True if the system isn't in the last answer, of which not all could be read: this is as it was
  /// last seen.
  private(set) var isLastSeen = false
  let owner: String
  let created: String
  let createdAt: Moment?
  let updated: String
  let updatedAt: Moment?
  /// Text that the filter finds, though no column shows it: codes, messages, addresses, the pattern.
  let searchText: String
  /// The entry as the server wrote it.
  let raw: JSON
}

extension SystemRow {
  init(_ system: VirtualSystem, _ names: Names, _ statuses: StatusTable, _ zone: Zone) {
    id = system.id
    title = system.title
    statusClass = system.statusClass(in: statuses)
    let desired = system.desiredStatusWord(in: statuses).map { " → " + $0 } ?? ""
    status = system.statusWord(in: statuses) + desired
    owner = system.owner.map { names[$0]?.short ?? $0 } ?? ""
    created = system.created?.date(in: zone) ?? ""
    createdAt = system.created
    updated = system.updated?.minute(in: zone) ?? ""
    updatedAt = system.updated
    searchText = system.searchText(names, statuses, statusClass)
    raw = system.raw
  }

  /// Returns the row of a system that isn't in the last answer, with the time or day when it was
  /// last seen.
  func seen(at timestamp: Int, before now: Int, in zone: Zone) -> SystemRow {
    let seen = Timestamp(seconds: timestamp)
    let isToday = seen.date(in: zone) == Timestamp(seconds: now).date(in: zone)
    var row = self
    row.isLastSeen = true
    row.status += " at " + (isToday ? String(seen.minute(in: zone).suffix(5)) : seen.date(in: zone))
    return row
  }

  static let columns = [
    Column<SystemRow>(
      "name", heading: "NAME", width: .flexible(22...80, share: 2),
      text: { $0.title }, role: { $0.statusClass == .failed ? .bad : .text }),
    Column(
      "status", heading: "STATUS", width: .flexible(12...40, ideal: 18), text: { $0.status },
      sortKey: { $0.statusClass.sortKey }, sortHelp: StatusClass.sortHelp,
      role: { $0.statusClass.role }),
    Column("owner", heading: "OWNER", width: .flexible(12...32, ideal: 16), text: { $0.owner }),
    Column(
      "created", heading: "CREATED", width: .flexible(10...40), text: { $0.created },
      sortKey: { $0.createdAt?.sortKey ?? .nothing }),
    Column(
      "id", heading: "ID", width: .flexible(4...40), text: { $0.id.text },
      sortKey: { row in
        Int(row.id.text).map { .number($0) } ?? .text(row.id.text)
      }),
    Column(
      "updated", heading: "UPDATED", width: .flexible(16...40), text: { $0.updated },
      sortKey: { $0.updatedAt?.sortKey ?? .nothing }),
  ]
}

extension VirtualSystem {
  /// Returns the text by which an operator finds a system: codes in both languages, messages, addresses, and the names of links.
  fileprivate func searchText(
    _ names: Names, _ statuses: StatusTable, _ statusClass: StatusClass
  ) -> String {
    // Put together once for each row that comes: typing a filter looks through all of them at every key.
    var text = id.text
    func add(_ more: String?) {
      guard let more else { return }
      text += "\n"
      text += more
    }
    add(status)
    add(statuses.english(for: status))
    add(statusClass.word)
    add(desiredStatus)
    add(message?.code ?? message?.raw)
    add(messageText)
    add(description)
    add(vendor)
    for link in [owner, pattern, cloud] {
      add(link)
      add(link.flatMap { names[$0]?.long })
    }
    for address in addresses {
      add(address.address)
      add(address.hostname)
    }
    return text
  }
}

extension ListContent where Row == SystemRow {
  /// The systems of a list; `notice` is a sentence to be said beside the list's own note.
  init(
    _ list: SystemList, _ names: Names, _ statuses: StatusTable, _ zone: Zone,
    beside notice: String? = nil
  ) {
    let notes = [list.note, notice].compactMap(\.self)
    self.init(
      rows: list.systems.map { system in
        let row = SystemRow(system, names, statuses, zone)
        return list.entries.lastSeen[system.id].map {
          row.seen(at: $0, before: list.timestamp, in: zone)
        } ?? row
      },
      noun: ("system", "systems"),
      tally: StatusClass.tally(\.statusClass),
      note: notes.isEmpty ? nil : notes.joined(separator: " "))
    unreadableCount = list.entries.unreadableCount
    lastSeenIDs = Set(list.entries.lastSeen.keys.map(\.text))
  }
}
