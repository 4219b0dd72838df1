import Reprise

/// One virtual system, with the things that its links lead to.
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

/// One machine of a virtual system.
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

/// A system as the server described it, with the keys that this release doesn't know.
@MainActor func answerScreen(
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
      // That is what the user wants to see.
      if let text = appliance.unreadableText(ofSystem: id) { load.show(text) }
      throw error
    }
  }
}

/// The list as the server sent it: the answer that couldn't be read, or else what the server sends now.
@MainActor func listAnswerScreen(_ appliance: Appliance, _ viewer: Viewer) -> any Screen {
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

/// A machine as the server described it.
@MainActor func machineAnswerScreen(
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
  /// Returns the seconds between refreshes of an origin's screens: a recording never changes by itself.
  func refreshInterval(_ origin: Origin) -> Int? {
    origin == .unplugged ? nil : connections.settings.refreshInterval
  }

  /// Shows a part of a system's detail; `content` is nil until something is known of it, and `moreFollows` tells whether it is only the
  /// beginning.
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
      // Without a password the appliance isn't asked for more than is known.
      if !isShown { throw appliance.connection.passwordNeeded }
    } catch {
      throw recoverable(error, appliance.origin)
    }
  }
}
