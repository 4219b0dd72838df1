import Reprise

/// A virtual system with what its links lead to, as far as that is known.
struct SystemDetail: Hashable, Sendable {
  var system: VirtualSystem
  var names = Names()
  /// Nil if nothing is known of them, which isn't the same as none.
  private(set) var machines: [VirtualMachine]?
  /// Machines that couldn't be read.
  private(set) var skippedMachines: [SkippedEntry] = []
  /// Whether nobody has said yet what machines there are, nor that this user may not know.
  var awaitsMachines = true
  /// Whether the system is as the list has it, which may leave something out.
  var isEntry = false
  /// What of the links couldn't be read, in sentences; where nothing is, or this user may not look, isn't one of them.
  var problems: [String] = []

  /// A system, with the machines that were known of it before.
  init(system: VirtualSystem, names: Names, machinesOf known: SystemDetail? = nil) {
    self.system = system
    self.names = names
    guard let known else { return }
    machines = known.machines
    skippedMachines = known.skippedMachines
    awaitsMachines = known.awaitsMachines
  }

  /// Reads the system's machines.
  mutating func take(_ list: [JSON]) {
    let entries = Entries(list) { json throws(Unreadable) in try VirtualMachine(json) }
    machines = entries.elements
    skippedMachines = entries.skipped
    awaitsMachines = false
  }
}

extension SystemDetail {
  /// Whether there is more to be known than this: what comes later isn't new then.
  var isPartial: Bool { isEntry || awaitsMachines }

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
