import Reprise

@testable import CloudBurst

/// What an appliance shows in the end.
extension Appliance {
  static func unplugged(_ path: String? = nil) -> Appliance {
    unplugged(path, .fourteen, .attested, time: .system)
  }

  func shownList(_ loadReason: LoadReason = .appear) async throws -> (
    list: SystemList, names: Names
  ) {
    var shown: (SystemList, Names)?
    try await list(loadReason) { list, names, _ in shown = (list, names) }
    guard let shown else { throw NothingShown() }
    return shown
  }

  func shownDetail(_ id: String, _ loadReason: LoadReason = .appear) async throws -> SystemDetail {
    var shown: SystemDetail?
    try await detail(ResourceID(id), loadReason) { detail, _ in shown = detail }
    guard let shown else { throw NothingShown() }
    return shown
  }
}

struct NothingShown: Error {}

extension SystemDetail {
  var ownerText: String? { system.owner.map { names[$0]?.long ?? $0 } }
  var patternText: String? { system.pattern.map { names[$0]?.long ?? $0 } }
}
