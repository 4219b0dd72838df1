import Reprise

/// A virtual system with what its links lead to, as far as that is known.
struct SystemDetail: Hashable, Sendable {
  var system: VirtualSystem
  var names = Names()
  /// Nil if nothing is known of them, which isn't the same as none.
  private(set) var machines: [VirtualMachine]?
  /// Machines that couldn't be read.
  private(set) var skippedMachines: [SkippedEntry] = []
  /// What of the links couldn't be read, in sentences; where nothing is, or this user may not look, isn't one of them.
  var problems: [String] = []

  init(system: VirtualSystem, names: Names) {
    self.system = system
    self.names = names
  }

  /// Reads the system's machines.
  mutating func take(_ list: [JSON]) {
    let entries = Entries(list) { json throws(Unreadable) in try VirtualMachine(json) }
    machines = entries.elements
    skippedMachines = entries.skipped
  }
}

extension SystemDetail {
  /// The links there are, with what they lead to.
  var links: [(link: String, kind: LinkKind)] {
    [(system.owner, LinkKind.owner), (system.pattern, .pattern), (system.cloud, .cloud)]
      .compactMap { link, kind in link.map { ($0, kind) } }
  }

  /// What was left out of the machines, in one line; nil if nothing was.
  var skippedSummary: String? {
    SkippedEntry.summary(
      of: skippedMachines, in: (machines?.count ?? 0) + skippedMachines.count)
  }
}
