import Reprise

/// An entity in full, without the list that it stands in.
@MainActor func entityScreen(_ id: ResourceID, _ viewer: Viewer) -> any Screen {
  entityDetails(id, viewer, isPassedBy: false)
}

/// The details of an entity. `isPassedBy` if the person may be on the way to another row: then the server is asked after a moment.
@MainActor func entityDetails(
  _ id: ResourceID, _ viewer: Viewer, isPassedBy: Bool
) -> DetailController {
  let reader = viewer.reader
  return DetailController(
    title: viewer.title(of: id), provenance: reader.origin,
    bindings: (V3Kind.isFile(id) ? KeyBinding.file(id, viewer) : []) + [
      KeyBinding("y", label: "raw", help: "Show all that the instance said of it") { navigator in
        navigator.push(Route.answer(id: id))
      }
    ]
  ) { load in
    try await reader.show(load) { client in
      if isPassedBy, reader.asksServer, client.asking == .server, load.loadReason == .appear {
        try await viewer.rest()
      }
      let entity = try await client.detail(of: id)
      viewer.note(entity)
      return Detail(entity, await client.keptChildren(of: entity))
    }
  }
}

/// An entity with all that the instance said of it.
@MainActor func answerScreen(_ id: ResourceID, _ viewer: Viewer) -> any Screen {
  TextController(
    title: "Raw answer", provenance: viewer.reader.origin,
    exports: TextExport(directory: viewer.directory, fileName: "entity", ending: "json")
  ) { load in
    try await viewer.reader.show(load) { try await $0.detail(of: id).answer.indented }
  }
}

extension EntityClient {
  /// Returns the entities below an entity as far as they are kept, in the order of lists. No server is asked for them: the entity's own
  /// list does that.
  nonisolated(nonsending) func keptChildren(
    of entity: Entity, most: Int = Detail.mostChildren
  ) async -> [Entity] {
    guard entity.hasChildren else { return [] }
    do {
      guard let family = try await cacheOnly()?.family(of: entity.id) else { return [] }
      return Array(family.children.prefix(most))
    } catch {
      // Nothing is kept of them: the row that leads to their list says how many there are.
      return []
    }
  }

  /// Returns all entities below an entity: the server's, or else those that are kept.
  nonisolated(nonsending) func allChildren(of entity: Entity) async -> [Entity] {
    guard entity.hasChildren else { return [] }
    do {
      return Array(try await family(of: entity.id).children)
    } catch {
      // The details are there; the row that leads to the list says how many are left out.
      return await keptChildren(of: entity, most: .max)
    }
  }
}
