import Reprise

/// A virtual system with the things that its links lead to, as far as they are known.
struct SystemDetail: Hashable, Sendable {
  var system: VirtualSystem
  var names = Names()
  /// The machines' entries; nil if nothing is known of them, which isn't the same as none.
  private(set) var machineEntries: Entries<VirtualMachine>?
  /// True until the server has named the machines, or has said that this user may not see them.
  var awaitsMachines = true
  /// True if the system is as the list has it, which may leave something out.
  var isEntry = false
  /// True if the system is as an earlier run left it in the cache, which has nothing of machines that this user may not see.
  var isRecalled = false
  /// The reason why the machines couldn't be read, in a sentence.
  var machinesProblem: String?
  /// The links that couldn't be read, in sentences; a link that leads nowhere, or that this user may not follow, isn't one of them.
  var linkProblems: [String] = []

  /// Creates the detail of a system, with the machines of an earlier detail.
  init(system: VirtualSystem, names: Names, machinesOf known: SystemDetail? = nil) {
    self.system = system
    self.names = names
    guard let known else { return }
    machineEntries = known.machineEntries
    awaitsMachines = known.awaitsMachines
  }

  /// Takes the system's machines.
  mutating func take(_ entries: Entries<VirtualMachine>) {
    machineEntries = entries
    awaitsMachines = false
  }
}

extension SystemDetail {
  /// True if more is to come: later rows aren't new then.
  var isPartial: Bool { isEntry || awaitsMachines }

  /// The things that couldn't be read, in sentences.
  var problems: [String] { [machinesProblem].compactMap(\.self) + linkProblems }

  /// The links of the system, with the kind of thing that each leads to.
  var links: [(link: String, kind: LinkKind)] {
    [(system.owner, LinkKind.owner), (system.pattern, .pattern), (system.cloud, .cloud)]
      .compactMap { link, kind in link.map { ($0, kind) } }
  }

  /// The machines; nil if nothing is known of them.
  var machines: [VirtualMachine]? { machineEntries?.elements }

  /// A sentence about a machine that isn't among these.
  var absentMachine: String {
    if machines == nil { return "No machine data." }
    guard let entries = machineEntries, entries.unreadableCount > 0, let summary = entries.summary()
    else { return "“\(system.title)” no longer has this machine." }
    return "This machine isn't in the server's answer. \(summary)"
  }

  /// A line about the machines left out; nil if there are none.
  var skippedSummary: String? { machineEntries?.summary() }
}
