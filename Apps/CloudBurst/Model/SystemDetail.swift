import Reprise

/// A virtual system with what its links lead to.
struct SystemDetail: Hashable, Sendable {
  let system: VirtualSystem
  /// Nil if it has no owner. The title is "Luca Verdi (lucav)".
  let owner: Link?
  let pattern: Link?
  /// Nil if nothing is known of them, which isn't the same as none.
  let machines: [VirtualMachine]?
  /// Machines that couldn't be read.
  let skippedMachines: [SkippedEntry]
  /// What of the links couldn't be read; where nothing was recorded isn't one of them.
  let problems: [SourceProblem]
}

extension SystemDetail {
  /// What was left out of the machines, in one line; nil if nothing was.
  var skippedSummary: String? {
    SkippedEntry.summary(
      of: skippedMachines, in: (machines?.count ?? 0) + skippedMachines.count)
  }
}
