import Accounts
import Reprise

@MainActor func entityScreen(_ id: ResourceID, _ viewer: Viewer) -> any Screen {
  entityDetails(id, viewer, isDebounced: false)
}

/// Set `isDebounced` if the user may be moving through the list.
@MainActor func entityDetails(
  _ id: ResourceID, _ viewer: Viewer, isDebounced: Bool
) -> DetailController {
  let reader = viewer.reader
  return DetailController(
    title: viewer.title(of: id), provenance: reader.origin,
    bindings: (V3Kind.isFile(id) ? KeyBinding.file(id, viewer) : []) + [
      KeyBinding("y", label: "raw", help: "Show all that the instance sent") { navigator in
        navigator.push(Route.answer(id: id))
      }
    ]
  ) { load in
    try await reader.show(load) { client in
      if isDebounced, reader.usesServer, client.policy == .server, load.loadReason == .appear {
        try await viewer.debounce()
      }
      let entity = try await client.detail(of: id)
      viewer.note(entity)
      return Detail(entity, await client.storedChildren(of: entity))
    }
  }
}

@MainActor func rawJSONScreen(_ id: ResourceID, _ viewer: Viewer) -> any Screen {
  TextController(
    title: "Raw answer", provenance: viewer.reader.origin,
    exports: TextExport(directory: viewer.directory, fileName: "entity", ending: "json")
  ) { load in
    try await viewer.reader.show(load) { try await $0.detail(of: id).rawJSON.indented }
  }
}

extension EntityClient {
  nonisolated(nonsending) func storedChildren(
    of entity: Entity, most: Int = Detail.mostChildren
  ) async -> [Entity] {
    guard entity.hasChildren else { return [] }
    do {
      guard let family = try await cacheOnly()?.family(of: entity.id) else { return [] }
      return Array(family.children.prefix(most))
    } catch {
      // None are stored. The row that leads to the list shows their number.
      return []
    }
  }

  nonisolated(nonsending) func allChildren(of entity: Entity) async -> [Entity] {
    guard entity.hasChildren else { return [] }
    do {
      return Array(try await family(of: entity.id).children)
    } catch {
      // The details are shown all the same; the row that leads to the list shows their number.
      return await storedChildren(of: entity, most: .max)
    }
  }
}
