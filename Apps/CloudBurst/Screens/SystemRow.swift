import Reprise

/// A system as the list shows it: with its status and its owner in words.
struct SystemRow: Sendable {
  let system: VirtualSystem
  let statusClass: StatusClass
  let status: String
  let owner: String
  let created: String
}

extension SystemRow {
  init(_ system: VirtualSystem, in list: SystemList, _ source: VirtualSystemSource) {
    self.system = system
    statusClass = system.statusClass(in: source.statuses)
    let desired = system.desiredStatusWord(in: source.statuses).map { " → " + $0 } ?? ""
    status = system.statusWord(in: source.statuses) + desired
    owner = list.ownerText(of: system) ?? ""
    created = system.created?.date(in: .local) ?? ""
  }

  @Sendable static func id(_ row: SystemRow) -> String { row.system.id.text }

  static let columns = [
    Column<SystemRow>(
      "name", heading: "NAME", width: .flexible(22...80, share: 2), text: \.system.title),
    Column(
      "status", heading: "STATUS", width: .flexible(12...40), text: \.status,
      sortKey: { .number(StatusClass.allCases.firstIndex(of: $0.statusClass) ?? 0) },
      role: \.statusClass.role),
    Column("owner", heading: "OWNER", width: .flexible(12...32), text: \.owner),
    Column(
      "created", heading: "CREATED", width: .fixed(10), text: \.created,
      sortKey: { $0.system.created.map { .number($0.milliseconds) } ?? .nothing }),
    Column(
      "id", heading: "ID", width: .flexible(16...40), text: { $0.system.id.text },
      sortKey: { row in
        Int(row.system.id.text).map { .number($0) } ?? .text(row.system.id.text)
      }),
  ]
}

extension ListContent where Row == SystemRow {
  init(_ list: SystemList, _ source: VirtualSystemSource) {
    self.init(
      rows: list.systems.map { SystemRow($0, in: list, source) },
      summary: list.summary(in: source.statuses), note: list.skippedSummary)
  }
}
