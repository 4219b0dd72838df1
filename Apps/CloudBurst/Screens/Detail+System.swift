import Accounts
import Reprise

extension Detail {
  init(_ detail: SystemDetail, _ statuses: StatusTable, _ zone: Zone, _ origin: Origin) {
    let system = detail.system
    let statusClass = system.statusClass(in: statuses)
    let statusLabel = system.statusLabel(in: statuses)
    var rows = [
      DetailRow.labelled(
        "Status", statusClass.beside(statusLabel), aside: system.status ?? "",
        role: statusClass.role)
    ]
    if let desired = system.desiredStatusLabel(in: statuses) {
      rows.append(.labelled("Desired", desired, aside: system.desiredStatus ?? ""))
    }
    rows += Detail.message(of: system)
    rows += Detail.addresses(of: system)
    if let text = system.description { rows.append(.labelled("Description", text)) }
    rows += [
      Detail.timestamp("Created", system.created, zone),
      Detail.timestamp("Updated", system.updated, zone),
      Detail.link("Owner", system.owner, detail.names),
      Detail.link("Pattern", system.pattern, detail.names),
    ]
    if let cloud = system.cloud { rows.append(Detail.link("Cloud", cloud, detail.names)) }
    if let vendor = system.vendor { rows.append(.labelled("Vendor", vendor)) }
    if let machines = detail.machines, !machines.isEmpty {
      rows.append(
        .labelled(
          "Machines", machines.count.grouped,
          opens: Route.machines(in: system.id, of: origin)))
    }
    self.init(
      title: system.title, mark: statusClass.mark,
      headline: system.title, aside: "id \(system.id)",
      sections: [
        DetailSection(rows: rows),
        DetailSection("Virtual machines", rows: Detail.machines(of: detail, statuses, origin)),
      ])
  }

  private static func message(of system: VirtualSystem) -> [DetailRow] {
    guard let text = system.messageText ?? system.message?.raw else { return [] }
    let code = system.message?.code ?? system.message?.raw ?? ""
    let arguments = system.message?.arguments ?? []
    let row = DetailRow.labelled("Message", text, aside: text == code ? "" : code)
    guard !arguments.isEmpty else { return [row] }
    return [row, .labelled("Arguments", arguments.joined(separator: "\n"))]
  }

  private static func addresses(of system: VirtualSystem) -> [DetailRow] {
    let lines = system.addresses.map { entry in
      [entry.address, entry.hostname].compactMap(\.self).joined(separator: "  ")
    }
    return lines.isEmpty ? [] : [.labelled("Address", lines.joined(separator: "\n"))]
  }

  static func timestamp(_ label: String, _ timestamp: ReceivedDate?, _ zone: Zone) -> DetailRow {
    .labelled(label, timestamp?.text(in: zone) ?? "—", aside: timestamp?.footer ?? "")
  }

  private static func link(_ label: String, _ link: String?, _ names: Names) -> DetailRow {
    guard let link else { return .labelled(label, "—") }
    guard let name = names[link] else { return .labelled(label, link) }
    return .labelled(label, name.long, aside: link)
  }

  private static func machines(
    of detail: SystemDetail, _ statuses: StatusTable, _ origin: Origin
  ) -> [DetailRow] {
    let machines = detail.machines ?? []
    let cells = TableCells(
      machines.map { machine in
        let processors = machine.cpuCount.map { $0 == 1 ? "1 CPU" : "\($0) CPUs" }
        return [machine.title, machine.statusLabel(in: statuses), processors]
          + machine.interfaces.flatMap { [$0.address, $0.hostname] }
      })
    var rows = zip(machines, cells.rows).map { machine, cells in
      DetailRow.table(
        id: "machine \(machine.id)",
        mark: detail.machineEntries?.lastSeen[machine.id] == nil
          ? machine.statusClass(in: statuses).mark : .lastSeen, cells,
        opens: Route.machine(id: machine.id, in: detail.system.id, of: origin))
    }
    if rows.isEmpty {
      let text =
        detail.machines == nil ? "No machine data." : "No virtual machines."
      rows.append(.text(id: "machines", text))
    }
    if let skipped = detail.skippedSummary {
      rows.append(.text(id: "skipped", skipped, role: .warning))
    }
    for (index, problem) in detail.problems.enumerated() {
      rows.append(.text(id: "problem \(index)", problem, role: .warning))
    }
    return rows
  }

  init(
    _ machine: VirtualMachine, of system: VirtualSystem, _ statuses: StatusTable, _ zone: Zone
  ) {
    let statusClass = machine.statusClass(in: statuses)
    let statusLabel = machine.statusLabel(in: statuses)
    var rows = [
      DetailRow.labelled(
        "Status", statusClass.beside(statusLabel), aside: machine.status ?? "",
        role: statusClass.role),
      .labelled("Name", machine.name ?? "—"), .labelled("System", system.title),
      .labelled("CPUs", machine.cpuCount.map { String($0) } ?? "—"),
    ]
    if let created = machine.created {
      rows.append(Detail.timestamp("Created", created, zone))
    }
    self.init(
      title: machine.title, mark: statusClass.mark,
      headline: machine.title, aside: "id \(machine.id)",
      sections: [
        DetailSection(rows: rows),
        DetailSection("Addresses", rows: Detail.addresses(of: machine)),
      ])
  }

  private static func addresses(of machine: VirtualMachine) -> [DetailRow] {
    guard !machine.interfaces.isEmpty else {
      return [.text(id: "addresses", "No network interfaces.")]
    }
    let rows = TableCells(machine.interfaces.map { [$0.address, $0.hostname, $0.type] }).rows
    return rows.enumerated().map { .table(id: "interface \($0)", $1) }
  }

  init(goneMachine id: ResourceID, _ detail: SystemDetail) {
    self.init(
      title: id.text, headline: "Machine \(id)",
      sections: [
        DetailSection(rows: [
          .text(
            id: "gone",
            detail.absentMachine, role: .warning)
        ])
      ])
  }
}

/// The cells of a table without headings. A missing value becomes an empty cell.
struct TableCells: Hashable {
  /// The cells of each row, without columns that are always empty and without trailing empty cells.
  let rows: [[String]]

  init(_ values: [[String?]]) {
    let width = values.map(\.count).max() ?? 0
    let columns = (0..<width).filter { column in
      values.contains { column < $0.count && $0[column] != nil }
    }
    rows = values.map { row in
      let cells = columns.map { $0 < row.count ? row[$0] ?? "" : "" }
      return Array(cells.prefix((cells.lastIndex { !$0.isEmpty } ?? -1) + 1))
    }
  }
}
