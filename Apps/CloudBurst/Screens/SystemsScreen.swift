import Accounts
import Reprise

@MainActor func systemsScreen(
  _ appliance: Appliance, _ viewer: Viewer, _ request: ListRequest
) -> any Screen {
  let origin = appliance.origin
  return ListController(
    title: "Virtual systems", columns: SystemRow.columns, id: \.id.text,
    options: {
      $0.provenance = appliance.provenance
      $0.areContentsEqual = { $0.raw.areContentsEqual(as: $1.raw) }
      $0.mark = \.statusClass.mark
      $0.sort = ListSort("name")
      $0.emptyText = "No virtual systems."
      $0.refreshInterval = { viewer.refreshInterval(origin) }
      $0.isHome = true
      $0.bindings = [
        KeyBinding("S", label: "servers", help: "Open another server's list") { navigator in
          navigator.push(Route.servers(above: origin))
        },
        KeyBinding("y", help: "Show the raw answer") { navigator in
          navigator.push(Route.listAnswer(of: origin))
        },
      ]
      $0.actions = [
        RowAction("y", label: "raw", help: "Show the raw answer") { row, navigator in
          // If the last response couldn't be read, the user wants to see that one, not the older
          // row.
          navigator.push(
            appliance.unreadableList == nil
              ? Route.answer(id: row.id, of: origin) : Route.listAnswer(of: origin))
        }
      ]
      $0.searchText = \.searchText
      $0.loss = .deleted
      $0.onResult = { result, navigator in
        guard result.question == Viewer.openQuestion, let chosen = Origin(text: result.choiceID)
        else { return }
        // The list's cache was just updated by loading it on the start screen.
        guard chosen != origin else { return navigator.refresh() }
        navigator.pop()
        navigator.push(Route.systems(of: chosen))
      }
      $0.exports = ListExports(
        directory: viewer.directory, fileName: "virtual-systems",
        formats: [.csvForExcel(), .csv(), .json(\.raw)])
      $0.request = request
    },
    source: { load in
      do {
        try await appliance.list(load.loadReason, say: load.say) { list, names, provenance in
          if provenance.isCurrent { viewer.note(origin) }
          load.show(
            ListContent(
              list, names, appliance.statuses, viewer.zone, beside: viewer.recentProblem),
            from: provenance)
        }
      } catch {
        throw viewer.recoverable(error, origin)
      }
    },
    open: { row, navigator in navigator.push(Route.system(id: row.id, of: origin)) })
}

/// A row in the list of systems. Holds only what the list needs, because rows are copied often
/// while the list is drawn.
struct SystemRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  let statusClass: StatusClass
  private(set) var status: String
  /// Whether the system is missing from a partly unreadable response, and shown as last seen.
  private(set) var isLastSeen = false
  let owner: String
  let created: String
  let createdAt: ReceivedDate?
  let updated: String
  let updatedAt: ReceivedDate?
  private let search: LazyText
  let raw: JSON
}

extension SystemRow {
  init(_ system: VirtualSystem, _ names: Names, _ statuses: StatusTable, _ zone: Zone) {
    id = system.id
    title = system.title
    statusClass = system.statusClass(in: statuses)
    let desired = system.desiredStatusLabel(in: statuses).map { " → " + $0 } ?? ""
    status = system.statusLabel(in: statuses) + desired
    owner = system.owner.map { names[$0]?.short ?? $0 } ?? ""
    created = system.created?.date(in: zone) ?? ""
    createdAt = system.created
    updated = system.updated?.minute(in: zone) ?? ""
    updatedAt = system.updated
    let statusClass = statusClass
    search = LazyText { system.searchText(names, statuses, statusClass) }
    raw = system.raw
  }

  /// Text that the filter matches although no column shows it.
  var searchText: String { search.text }

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
  fileprivate func searchText(
    _ names: Names, _ statuses: StatusTable, _ statusClass: StatusClass
  ) -> String {
    var texts: [String?] = [
      id.text, status, statuses.english(for: status), statusClass.name, desiredStatus,
      message?.code ?? message?.raw, messageText, description, vendor,
    ]
    for link in [owner, pattern, cloud] { texts += [link, link.flatMap { names[$0]?.long }] }
    for address in addresses { texts += [address.address, address.hostname] }
    return texts.compactMap(\.self).joined(separator: "\n")
  }
}

extension ListContent where Row == SystemRow {
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
