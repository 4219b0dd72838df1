import Accounts
import Reprise

@MainActor func systemScreen(
  _ id: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  let origin = appliance.origin
  return DetailController(
    title: id.text, provenance: appliance.provenance,
    bindings: [
      KeyBinding("m", label: "machines", help: "List the virtual machines") { navigator in
        navigator.push(Route.machines(in: id, of: origin))
      },
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.answer(id: id, of: origin))
      },
    ] + KeyBinding.neighbours("system"), refreshInterval: viewer.refreshInterval(origin)
  ) { load in
    try await viewer.detail(id, appliance, load, moreFollows: \.isPartial) {
      Detail($0, appliance.statuses, viewer.zone, origin)
    }
  }
}

@MainActor func machineScreen(
  _ id: ResourceID, _ systemID: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  DetailController(
    title: id.text, provenance: appliance.provenance,
    bindings: [
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.machineAnswer(id: id, in: systemID, of: appliance.origin))
      }
    ] + KeyBinding.neighbours("machine"), refreshInterval: viewer.refreshInterval(appliance.origin)
  ) { load in
    try await viewer.detail(systemID, appliance, load) { detail in
      if detail.awaitsMachines { return nil }
      return detail.machines?.first { $0.id == id }.map {
        Detail($0, of: detail.system, appliance.statuses, viewer.zone)
      } ?? Detail(goneMachine: id, detail)
    }
  }
}

@MainActor func rawResponseScreen(
  _ id: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  TextController(
    title: "Raw answer \(id)", provenance: appliance.provenance,
    refreshInterval: viewer.refreshInterval(appliance.origin),
    exports: TextExport(
      directory: viewer.directory, fileName: "virtual-system", ending: "json")
  ) { load in
    do {
      try await viewer.detail(id, appliance, load) { $0.system.raw.indented }
    } catch {
      // Shows the response that couldn't be read: it is what the user opened this screen for.
      if let text = appliance.unreadableText(ofSystem: id) { load.show(text) }
      throw error
    }
  }
}

@MainActor func rawListScreen(_ appliance: Appliance, _ viewer: Viewer) -> any Screen {
  TextController(
    title: "Raw answer", provenance: appliance.provenance,
    exports: TextExport(
      directory: viewer.directory, fileName: "virtual-systems-raw", ending: "json")
  ) { load in
    do {
      load.show(try await appliance.rawList(load.loadReason))
    } catch {
      throw viewer.recoverable(error, appliance.origin)
    }
  }
}

@MainActor func rawMachineScreen(
  _ id: ResourceID, _ systemID: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  TextController(
    title: "Raw answer \(id)", provenance: appliance.provenance,
    refreshInterval: viewer.refreshInterval(appliance.origin),
    exports: TextExport(
      directory: viewer.directory, fileName: "virtual-machine", ending: "json")
  ) { load in
    try await viewer.detail(systemID, appliance, load) { detail in
      if detail.awaitsMachines { return nil }
      return detail.machines?.first { $0.id == id }.map(\.raw.indented)
        ?? Detail(goneMachine: id, detail).plain
    }
  }
}

extension Viewer {
  /// `nil` for a recording, which never changes.
  func refreshInterval(_ origin: Origin) -> Int? {
    origin == .unplugged ? nil : connections.settings.refreshInterval
  }

  /// `content` returns `nil` as long as the content isn't known.
  func detail<Content>(
    _ id: ResourceID, _ appliance: Appliance, _ load: Load<Content>,
    moreFollows: (SystemDetail) -> Bool = { _ in false }, _ content: (SystemDetail) -> Content?
  ) async throws {
    var isShown = false
    do {
      try await appliance.detail(id, load.loadReason) { detail, provenance in
        guard let content = content(detail) else { return }
        isShown = true
        load.show(content, from: provenance, moreFollows: moreFollows(detail))
      }
      // Neither a password nor a cached response is available.
      if !isShown { throw appliance.connection.passwordNeeded }
    } catch {
      throw recoverable(error, appliance.origin)
    }
  }
}
