import FoundationEssentials
import Glibc
import Reprise

/// A virtual system with the names and machines that its links lead to, as far as they are loaded.
struct SystemDetail: Hashable, Sendable {
  var system: VirtualSystem
  var names = Names()
  /// `nil` if unknown, and empty if there are none.
  private(set) var machineEntries: Entries<VirtualMachine>?
  /// Whether the server has neither sent the machines nor reported that this user may not see them.
  var awaitsMachines = true
  /// Whether the system is only the list's entry, which may omit fields.
  var isEntry = false
  /// Comes from an earlier run's cache, which has no machines if this user may not see them.
  var isRecalled = false
  var machinesProblem: String?
  /// Broken links and those that this user may not follow aren't listed.
  var linkProblems: [String] = []

  init(system: VirtualSystem, names: Names, machinesOf known: SystemDetail? = nil) {
    self.system = system
    self.names = names
    guard let known else { return }
    machineEntries = known.machineEntries
    awaitsMachines = known.awaitsMachines
  }

  mutating func take(_ entries: Entries<VirtualMachine>) {
    machineEntries = entries
    awaitsMachines = false
  }

  /// While more is loading, rows that appear aren't marked as new.
  var isPartial: Bool { isEntry || awaitsMachines }

  var problems: [String] { [machinesProblem].compactMap(\.self) + linkProblems }

  var links: [(link: String, kind: LinkKind)] {
    [(system.owner, LinkKind.owner), (system.pattern, .pattern), (system.cloud, .cloud)]
      .compactMap { link, kind in link.map { ($0, kind) } }
  }

  var machines: [VirtualMachine]? { machineEntries?.elements }

  var absentMachine: String {
    if machines == nil { return "No machine data." }
    guard let entries = machineEntries, entries.unreadableCount > 0, let summary = entries.summary()
    else { return "“\(system.title)” no longer has this machine." }
    return "This machine isn't in the server's answer. \(summary)"
  }

  var skippedSummary: String? { machineEntries?.summary() }
}

struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID
  let source: Source

  enum Source: Hashable {
    case recording
    /// It may be one of the list's unreadable entries, whose number is the value.
    case partOfList(unreadable: Int)
    case list
    case server
  }

  var errorDescription: String? {
    switch source {
    case .partOfList(let count):
      "This system isn't in the server's answer, of which "
        + "\(count.counted(("entry", "entries"))) can't be read."
    case .recording: "No system has the id “\(id)”."
    case .list: "This system no longer exists on the server."
    case .server: "This system no longer exists on the server (404)."
    }
  }
  var recoverySuggestion: String? { "Esc leads to the current list." }
  var exitCode: ExitCode { if case .partOfList = source { .data } else { .noInput } }
}

extension NoSuchSystem: SourceError {
  var dataStatus: Provenance.DataStatus {
    if case .partOfList = source { .badResponse } else { .deleted }
  }
}
