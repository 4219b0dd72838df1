import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

/// The law of every source of entities.
@Suite struct EntitySourceTests {
  /// A source, what stands at its first level, and how to make its server fail.
  private struct Subject {
    let source: any EntitySource
    let fail: ((any Error)?) -> Void
    let asked: () -> Int
  }

  private func subjects() async throws -> [Subject] {
    let lab = try Laboratory()
    try await lab.synced()
    _ = try await lab.source.detail(of: ResourceID("PROBES"), .server)
    _ = lab.server.takeCalls()
    var category = Entity(ResourceID("PROBES"))
    (category.header, category.isRootLevel) = ("Probes", true)
    category.children = [ResourceID("P1")]
    var probe = Entity(ResourceID("P1"))
    (probe.header, probe.children) = ("PROBE1", [])
    let memory = InMemorySource([category, probe])
    return [
      Subject(
        source: lab.source, fail: { lab.transport.setAway($0 != nil) },
        asked: { lab.server.state.withLock(\.calls.count) }),
      Subject(source: memory, fail: { memory.fail(with: $0) }, asked: { memory.requests.count }),
    ]
  }

  @Test("openBIS source: cached data send no request") func whatIsKeptIsTheSameAndAsksNobody()
    async throws
  {
    for subject in try await subjects() {
      let id = ResourceID("PROBES")
      let root = try await subject.source.root(.cacheOnly)
      #expect(root.content.entities.map(\.title).contains("Probes"))
      #expect(subject.source.title(of: id) == "Probes")
      let family = try await subject.source.family(of: id, .cacheOnly)
      #expect(family.content.parent.id == id)
      #expect(family.content.children.map(\.title).contains("PROBE1"))
      #expect(!family.content.children.contains { $0.id == id })
      #expect(try await subject.source.detail(of: id, .cacheOnly).content.id == id)
      #expect(subject.asked() == 0)
      let asked = try await subject.source.family(of: id, .server)
      #expect(asked.content.children.map(\.id) == family.content.children.map(\.id))
    }
  }

  @Test("openBIS source: a server failure leaves the cache") func aServerThatFailsLeavesWhatIsKept()
    async throws
  {
    for subject in try await subjects() {
      subject.fail(HTTPError.refused(host: "lab.example"))
      subject.source.noteRefresh()
      await #expect(throws: HTTPError.refused(host: "lab.example")) {
        try await subject.source.root(.server)
      }
      await #expect(throws: HTTPError.refused(host: "lab.example")) {
        try await subject.source.search(EntitySearch("probe"))
      }
      await #expect(throws: HTTPError.refused(host: "lab.example")) {
        try await subject.source.sync(.changes) { _ in }
      }
      _ = try await subject.source.root(.cacheOnly)
      subject.fail(nil)
      _ = try await subject.source.root(.server)
    }
  }

  @Test("openBIS source: an unknown entity is not found") func anEntityThatNobodyKnowsIsNone()
    async throws
  {
    for subject in try await subjects() {
      let id = ResourceID("NOBODY")
      #expect(subject.source.title(of: id) == nil)
      await #expect(throws: EntitySourceError.self) {
        try await subject.source.family(of: id, .cacheOnly)
      }
      await #expect(throws: EntitySourceError.noEntity(id)) {
        try await subject.source.family(of: id, .server)
      }
    }
  }
}
