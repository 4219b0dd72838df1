import Reprise

/// The virtual systems of a server, in its order, which is neither by id nor by name.
struct SystemList: Hashable, Sendable {
  let systems: [VirtualSystem]
  /// Entries that couldn't be read, and repetitions of an id.
  let skipped: [SkippedEntry]
  /// The owners that could be found, by the link that leads to them.
  let owners: [String: User]
}

extension SystemList {
  /// What was left out, in one line; nil if nothing was.
  var skippedSummary: String? {
    SkippedEntry.summary(of: skipped, in: systems.count + skipped.count)
  }

  /// "14 systems · 3 started · 1 failed": the classes that occur, in their order.
  func summary(in table: StatusTable) -> String {
    let counts = Dictionary(systems.map { ($0.statusClass(in: table), 1) }, uniquingKeysWith: +)
    let total = systems.count == 1 ? "1 system" : "\(systems.count) systems"
    let parts = StatusClass.allCases.compactMap { statusClass in
      counts[statusClass].map { "\($0) \(statusClass.word)" }
    }
    return ([total] + parts).joined(separator: " · ")
  }

  subscript(id: ResourceID) -> VirtualSystem? {
    systems.first { $0.id == id }
  }

  /// The owner's name, without the login; the link if it leads nowhere; nil if there is no owner.
  func ownerText(of system: VirtualSystem) -> String? {
    system.owner.map { owners[$0]?.name ?? $0 }
  }
}
