import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

/// The law of the source of entities, whose server fails or isn't asked.
@Suite struct EntitySourceTests {
  private func synced() async throws -> Laboratory {
    let lab = try Laboratory()
    try await lab.synced()
    _ = try await lab.source.detail(of: ResourceID("PROBES"), .server)
    _ = lab.server.takeCalls()
    return lab
  }

  @Test("openBIS source: cached data send no request") func whatIsKeptIsTheSameAndAsksNobody()
    async throws
  {
    let lab = try await synced()
    let id = ResourceID("PROBES")
    let root = try await lab.source.root(.cacheOnly)
    #expect(root.content.entities.map(\.title).contains("Probes"))
    #expect(lab.source.title(of: id) == "Probes")
    let family = try await lab.source.family(of: id, .cacheOnly)
    #expect(family.content.parent.id == id)
    #expect(family.content.children.map(\.title).contains("PROBE1"))
    #expect(!family.content.children.contains { $0.id == id })
    #expect(try await lab.source.detail(of: id, .cacheOnly).content.id == id)
    #expect(lab.server.state.withLock(\.calls.count) == 0)
    let asked = try await lab.source.family(of: id, .server)
    #expect(asked.content.children.map(\.id) == family.content.children.map(\.id))
  }

  @Test("openBIS source: a server failure leaves the cache") func aServerThatFailsLeavesWhatIsKept()
    async throws
  {
    let lab = try await synced()
    lab.transport.setAway(true)
    lab.source.noteRefresh()
    await #expect(throws: HTTPError.refused(host: "lab.example")) {
      try await lab.source.root(.server)
    }
    await #expect(throws: HTTPError.refused(host: "lab.example")) {
      try await lab.source.search(EntitySearch("probe"))
    }
    await #expect(throws: HTTPError.refused(host: "lab.example")) {
      try await lab.source.sync(.changes) { _ in }
    }
    _ = try await lab.source.root(.cacheOnly)
    lab.transport.setAway(false)
    _ = try await lab.source.root(.server)
  }

  @Test("openBIS source: an unknown entity is not found") func anEntityThatNobodyKnowsIsNone()
    async throws
  {
    let lab = try await synced()
    let id = ResourceID("NOBODY")
    #expect(lab.source.title(of: id) == nil)
    await #expect(throws: EntitySourceError.self) {
      try await lab.source.family(of: id, .cacheOnly)
    }
    await #expect(throws: EntitySourceError.noEntity(id)) {
      try await lab.source.family(of: id, .server)
    }
  }
}
