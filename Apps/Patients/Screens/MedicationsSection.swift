import Reprise

/// A medicine in the list, with its status when it was loaded.
private struct MedicationRow: Hashable, Sendable {
  let order: DrugOrder
  let status: DrugOrder.Status
  /// The days on which it begins and ends: "2026-10-02 to 2026-12-14".
  let span: String

  /// All facts in one line: a narrow screen shows neither the status nor the whole dose.
  var footer: String {
    let state =
      [status.rawValue, order.reasonStopped].compactMap(\.self).joined(separator: ": ")
      + (span.isEmpty ? "" : ", \(span)")
    return [state, order.drug, order.dosing, order.remarks]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension [DrugOrder] {
  /// Returns the orders by status, the current ones first, otherwise in the server's order.
  fileprivate func grouped(at now: Timestamp, in zone: Zone) -> [DrugOrder] {
    let places: [DrugOrder.Status] = [.current, .future, .stopped, .over]
    let byStatus = Dictionary(grouping: self) { $0.status(at: now, in: zone) }
    return places.flatMap { byStatus[$0] ?? [] }
  }
}

@MainActor func medicationsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  let zone = source.zone
  return ListController(
    title: "Medications",
    columns: [
      Column(
        "drug", heading: "MEDICINE", width: .flexible(12...60, ideal: 16, share: 12),
        text: { (row: MedicationRow) in row.order.drug }),
      // A truncated dose can be fatal, so it gets its width before all other columns.
      Column(
        "dosing", heading: "DOSE", width: .flexible(18...120, ideal: 40, share: 3),
        text: { $0.order.dosing }),
      Column(
        "instructions", heading: "INSTRUCTIONS", width: .flexible(12...120, ideal: 14, share: 3),
        hidesIfEmpty: true,
        text: { $0.order.remarks }),
      Column("status", heading: "STATUS", width: .fixed(7), text: { $0.status.rawValue }),
      Column(
        "started", heading: "FROM", width: .fixed(10),
        text: { $0.order.started?.date(in: zone) ?? "" },
        sortKey: { $0.order.started.map { .number($0.place) } ?? .nothing }),
      Column(
        "ended", heading: "UNTIL", width: .fixed(10), hidesIfEmpty: true,
        text: { $0.order.ended?.date(in: zone) ?? "" },
        sortKey: { $0.order.ended.map { .number($0.place) } ?? .nothing }),
      Column("orderer", heading: "BY", width: .flexible(10...30), text: { $0.order.orderer ?? "" }),
    ],
    id: \.order.id.text, mark: { $0.status.mark }, emptyText: "No medications are recorded.",
    footer: \.footer,
    source: { load in
      try await source.show(load) { client in
        var orders = try await source.section("medications") {
          try await client.drugOrders(of: patient)
        }
        let now = source.now()
        orders.elements = orders.elements.grouped(at: now, in: zone)
        return try ListContent(orders, ("medication", "medications"), zone) {
          MedicationRow(order: $0, status: $0.status(at: now, in: zone), span: $0.span(in: zone))
        }
      }
    },
    open: { $1.push(Route.entry(.medication, id: $0.order.id, of: patient)) })
}
