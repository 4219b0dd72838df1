import Reprise

@MainActor func machinesScreen(
  _ systemID: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  let origin = appliance.origin
  return ListController(
    title: "Virtual machines", columns: MachineRow.columns, id: \.id.text,
    options: {
      $0.provenance = appliance.provenance
      $0.areContentsEqual = { $0.raw.areContentsEqual(as: $1.raw) }
      $0.mark = \.statusClass.mark
      $0.sort = ListSort("name")
      $0.emptyText = "No virtual machines."
      $0.refreshInterval = { viewer.refreshInterval(origin) }
      $0.actions = [
        RowAction("y", label: "raw", help: "Show the raw answer") { row, navigator in
          navigator.push(Route.machineAnswer(id: row.id, in: systemID, of: origin))
        }
      ]
      $0.searchText = \.searchText
      $0.loss = .deleted
      $0.exports = ListExports(
        directory: viewer.directory, fileName: "virtual-machines",
        formats: [.csvForExcel(), .csv(), .json(\.raw)])
    },
    source: { load in
      try await viewer.detail(systemID, appliance, load, moreFollows: \.awaitsMachines) {
        // The cache has no machines if this user may not see them. A restored list is then shown
        // without them.
        $0.awaitsMachines && !$0.isRecalled ? nil : ListContent($0, appliance.statuses)
      }
    },
    open: { row, navigator in
      navigator.push(Route.machine(id: row.id, in: systemID, of: origin))
    })
}

struct MachineRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  let statusClass: StatusClass
  let status: String
  let address: String
  let hostname: String
  let cpuCount: Int?
  let searchText: String
  let raw: JSON
}

extension MachineRow {
  init(_ machine: VirtualMachine, _ statuses: StatusTable) {
    id = machine.id
    title = machine.title
    statusClass = machine.statusClass(in: statuses)
    status = machine.statusLabel(in: statuses)
    address = machine.interfaces.compactMap(\.address).joined(separator: ", ")
    hostname = machine.interfaces.compactMap(\.hostname).joined(separator: ", ")
    cpuCount = machine.cpuCount
    searchText = [
      machine.id.text, machine.name, machine.status, statuses.english(for: machine.status),
      statusClass.name,
    ]
    .compactMap(\.self).joined(separator: "\n")
    raw = machine.raw
  }

  static let columns = [
    Column<MachineRow>(
      "name", heading: "NAME", width: .flexible(12...60, ideal: 18, share: 2), text: { $0.title },
      role: { $0.statusClass == .failed ? .bad : .text }),
    Column(
      "status", heading: "STATUS", width: .flexible(10...30, ideal: 14), text: { $0.status },
      sortKey: { $0.statusClass.sortKey }, sortHelp: StatusClass.sortHelp,
      role: { $0.statusClass.role }),
    Column(
      "address", heading: "ADDRESS", width: .flexible(15...80, ideal: 39), text: { $0.address }),
    Column("hostname", heading: "HOSTNAME", width: .flexible(12...60), text: { $0.hostname }),
    Column(
      "cpus", heading: "CPUS", width: .fixed(6), isNumeric: true,
      text: { $0.cpuCount.map { $0.grouped } ?? "" },
      sortKey: { $0.cpuCount.map { .number($0) } ?? .nothing }),
  ]
}

extension ListContent where Row == MachineRow {
  init(_ detail: SystemDetail, _ statuses: StatusTable) {
    let notes = [
      detail.machines == nil ? "No machine data." : nil, detail.skippedSummary,
      detail.machinesProblem,
    ]
    let lastSeen = detail.machineEntries?.lastSeen ?? [:]
    let note = notes.compactMap(\.self).joined(separator: " ")
    self.init(
      rows: (detail.machines ?? []).map { MachineRow($0, statuses) },
      noun: ("machine", "machines"),
      tally: StatusClass.tally(\.statusClass),
      note: note.isEmpty ? nil : note)
    unreadableCount = detail.machineEntries?.unreadableCount ?? 0
    lastSeenIDs = Set(lastSeen.keys.map(\.text))
  }
}
