import Reprise

extension Detail {
  init(
    _ machine: VirtualMachine, of system: VirtualSystem, _ statuses: StatusTable, _ zone: Zone
  ) {
    let statusClass = machine.statusClass(in: statuses)
    let word = machine.statusWord(in: statuses)
    var rows = [
      DetailRow.labelled(
        "Status", statusClass.beside(word), aside: machine.status ?? "", role: statusClass.role),
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

  /// Creates the detail of a machine that no longer exists, or that isn't loaded.
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
