import Reprise

/// One virtual system, with what its links lead to.
@MainActor func systemScreen(
  _ id: ResourceID, _ source: VirtualSystemSource, _ zone: Zone
) -> any Screen {
  DetailController(
    name: id.text,
    origin: "UNPLUGGED \(source.name)",
    bindings: [
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.answer(id: id, of: .unplugged))
      }
    ]
  ) {
    $0.show(Detail(try await source.detail(id, $0.freshness == .fresh), source.statuses, zone))
  }
}

/// A system as the server described it, with the keys that this release doesn't know.
@MainActor func answerScreen(_ id: ResourceID, _ source: VirtualSystemSource) -> any Screen {
  TextController(title: "Raw answer \(id)", origin: "UNPLUGGED \(source.name)") {
    $0.show(try await source.detail(id, $0.freshness == .fresh).system.raw.indented)
  }
}
