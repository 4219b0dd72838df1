import Reprise

/// The first screen: the entities of the first level, category by category, each under its heading.
///
/// Here what is kept of the root entities is brought up to date: when the instance wants it, when the person refreshes, and all of it
/// with R. Whoever goes on browsing meanwhile disturbs nothing, and isn't disturbed.
@MainActor func navigationScreen(_ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, title: "", emptyText: "The instance shows nothing to this user.",
    heading: { $0.entity.category },
    named: { viewer.mannerWords }, bindings: viewer.syncBindings
  ) { load in
    try await viewer.reader.showInSteps(load) { client, show in
      var root = try await client.root()
      viewer.searchDomains = root.preferences.searchDomains
      var note: String?
      if client.asking == .server, viewer.wantsSync(root, load.freshness) {
        show(ListContent(root))
        note = try await viewer.sync(load)
        root = try await client.askingNobody()?.root() ?? root
      }
      return ListContent(root, note: note)
    }
  }
}

extension ListContent where Row == EntityRow {
  fileprivate init(_ root: InstanceRoot, note: String? = nil) {
    self.init(
      rows: root.entities.map { EntityRow($0) }, noun: ListContent<EntityRow>.noun, note: note)
  }
}

extension Viewer {
  /// The words for an instance without a service of its own, which is browsed as the V3 API has it; nil for all others.
  fileprivate var mannerWords: String? {
    reader.client.source.manner == .general ? "Spaces (V3, no service)" : nil
  }

  /// The keys for syncing, and for leaving. The demo data never change, and nobody is logged in.
  fileprivate var syncBindings: [KeyBinding] {
    guard reader.isLive else { return [] }
    var bindings = [
      KeyBinding("R", help: "Sync all entities, not only what has changed") { navigator in
        self.wantsEverything = true
        navigator.refresh()
      }
    ]
    if live != nil {
      bindings.append(KeyBinding("o", help: "Log out") { $0.push(Route.logOut) })
    }
    if let syncing {
      bindings.insert(
        KeyBinding("x", label: "stop", help: "Stop the sync; what has come is kept") { _ in
          syncing.cancel()
        }, at: 0)
    }
    return bindings
  }

  /// Tells whether the root entities are to be asked for anew.
  fileprivate func wantsSync(_ root: InstanceRoot, _ freshness: Freshness) -> Bool {
    reader.isLive && (root.isDue || freshness == .fresh)
  }

  /// Brings the root entities up to date, and says in the bottom line how far that is. Returns a sentence about what failed or was stopped;
  /// nil if all came.
  fileprivate func sync(_ load: Load<ListContent<EntityRow>>) async throws -> String? {
    let scope = wantsEverything ? SyncScope.everything : .changes
    wantsEverything = false
    let source = reader.client.source
    let clock = ContinuousClock()
    let began = clock.now
    let meter = SyncMeter()
    let task = Task {
      try await source.sync(scope) { progress in
        let seconds = (clock.now - began) / .seconds(1)
        Task { @MainActor in load.say(meter.words(progress, after: seconds)) }
      }
    }
    syncing = task
    defer { if syncing == task { syncing = nil } }
    do {
      let report = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      return report.failureWords
    } catch {
      // The person has stopped it, and not left the screen.
      guard task.isCancelled, !Task.isCancelled else { throw error }
      return "The sync was stopped. What had come is kept; r goes on."
    }
  }
}

extension SyncReport {
  /// A sentence about the categories that failed; nil if none did.
  fileprivate var failureWords: String? {
    guard let first = failures.first else { return nil }
    let others = failures.count == 1 ? "" : " (and \(failures.count - 1) more)"
    return "\(first.title)\(others) could not be synced: \(Report(problem: "", first.error).text)"
  }
}
