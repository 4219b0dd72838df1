import Accounts
import Reprise
import Testing

@testable import OpenBIS

@Suite struct BrowsingTests {
  private let probes = ResourceID("PROBES")
  private let probe = ResourceID("20261122015839416-45")

  @Test("openBIS root is that of the instance") func theRootIsTheInstancesOwn() async throws {
    let lab = try Laboratory()
    let root = try await lab.source.root(.server)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds"])
    #expect(root.content.preferences.refreshInterval == 1800)
    #expect(
      root.content.preferences.searchDomains == [SearchDomain(key: "GLOBAL", label: "Search")])
    #expect(root.content.isDue)
    #expect(lab.source.mode == .service)
    let before = try await lab.source.root(.cacheOnly)
    #expect(titles(before.content.entities) == titles(root.content.entities))
  }

  @Test("openBIS cache is empty at first") func nothingIsKeptAtFirst() async throws {
    let lab = try Laboratory()
    await #expect(throws: EntitySourceError.notStored) { try await lab.source.root(.cacheOnly) }
    await #expect(throws: EntitySourceError.notStored) {
      try await lab.source.family(of: probes, .cacheOnly)
    }
    await #expect(throws: EntitySourceError.notStored) {
      try await lab.source.detail(of: probe, .cacheOnly)
    }
    #expect(lab.server.takeCalls().isEmpty)
  }

  @Test("openBIS sync loads everything below the categories")
  func aSyncBringsEverythingBelowTheCategories() async throws {
    let lab = try Laboratory()
    let report = try await lab.synced()
    #expect(report.failures.isEmpty)
    let family = try await lab.source.family(of: probes, .cacheOnly)
    #expect(titles(family.content.children) == ["PROBE1", "PROBE2", "PROBE3", "PROBE10"])
    #expect(family.content.undescribed == 0)
    let root = try await lab.source.root(.cacheOnly)
    #expect(!root.content.isDue)
    // The children of a probe came with the other category.
    let below = try await lab.source.family(of: probe, .cacheOnly)
    #expect(titles(below.content.children) == ["C1", "T1"])
  }

  @Test("openBIS category is not requested again while fresh")
  func aCategoryThatIsFreshIsNotAskedForAgain() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    _ = try await lab.source.family(of: probes, .server)
    #expect(lab.server.takeCalls().isEmpty)
    lab.pass(seconds: 10)
    lab.source.noteRefresh()
    _ = try await lab.source.family(of: probes, .server)
    #expect(lab.server.takeCalls() == ["createReportFromAggregationService ROOT PROBES"])
    lab.pass(seconds: 1800)
    _ = try await lab.source.family(of: probes, .server)
    #expect(lab.server.takeCalls() == ["createReportFromAggregationService ROOT PROBES"])
  }

  @Test("openBIS drill-down requests all children at once") func drillingAsksOnceForAllBelow()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let family = try await lab.source.family(of: probe, .server)
    #expect(family.content.parent.title == "PROBE1")
    #expect(titles(family.content.children) == ["C1", "T1"])
    #expect(
      lab.server.takeCalls() == ["createReportFromAggregationService DRILL 20261122015839416-45"])
  }

  /// ipad/drill-probe-without-compound: CHILDREN has null.
  @Test("openBIS probe without a compound has one child") func aProbeWithoutACompoundHasOneChild()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let family = try await lab.source.family(of: ResourceID("20261122015839416-47"), .server)
    #expect(titles(family.content.children) == ["T2"])
    #expect(family.content.undescribed == 0)
  }

  @Test("openBIS details are available offline") func detailsAreThereOffline() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let detail = try await lab.source.detail(of: probe, .server)
    #expect(detail.content.properties?.map(\.key) == ["DESC", "TIMESTAMP"])
    #expect(detail.content.children?.count == 2)
    lab.transport.setAway(true)
    let kept = try await lab.restarted().source.detail(of: probe, .cacheOnly)
    #expect(kept == detail)
  }

  @Test("openBIS category has no details of its own") func aCategoryHasNoDetailsOfItsOwn()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let detail = try await lab.source.detail(of: probes, .server)
    #expect(detail.content.title == "Probes")
    #expect(detail.content.properties == [])
  }

  @Test("openBIS search finds parts of words") func aSearchFindsPartsOfWords() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let domain = SearchDomain(key: "GLOBAL", label: "Search")
    let hits = try await lab.source.search(EntitySearch("agonist", in: domain))
    #expect(titles(hits.content) == ["PROBE10"])
    #expect(
      hits.content.resultsNote
        == "2 entities that belong to it are shown too, each below its own."
    )
    let exact = try await lab.source.search(EntitySearch("\"PROBE1\"", in: domain))
    #expect(titles(exact.content) == ["PROBE1"])
    _ = lab.server.takeCalls()
    #expect(try await lab.source.search(EntitySearch(" ", in: domain)).content.isEmpty)
    #expect(lab.server.takeCalls().isEmpty)
  }

  @Test("openBIS search hit is available offline") func aHitIsThereOffline() async throws {
    let lab = try Laboratory()
    _ = try await lab.source.search(EntitySearch("PROBE10"))
    lab.transport.setAway(true)
    let family = try await lab.restarted().source.family(
      of: ResourceID("20261122015839416-48"), .cacheOnly)
    #expect(titles(family.content.children) == ["C3", "T2"])
  }

  @Test("openBIS user without rights has no children in the cache")
  func usersHaveStoresOfTheirOwnRights() async throws {
    let lab = try Laboratory(as: "anna-maria.o-neil", password: "p\"\\w/ 植")
    try await lab.synced()
    let family = try await lab.source.family(of: probes, .cacheOnly)
    #expect(family.content.children.isEmpty)
    #expect(!family.content.parent.hasChildren)
  }

  @Test("What the server doesn't find is found among what is kept, whatever its accents")
  func keptEntitiesAreSearchedWithoutAccents() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let found = try await lab.source.search(EntitySearch("bindïng")).content
    #expect(titles(found) == ["PROBE1", "PROBE2"])
    #expect(found.resultsNote?.contains("The server found nothing.") == true)
    #expect(try await lab.source.search(EntitySearch("xyzzy")).content.resultsNote == nil)
    let kept = try await lab.source.search(EntitySearch("PROBE"), from: 0, .cacheOnly).content
    #expect(kept.count >= 4 && kept.resultsNote == nil)
  }

  @Test("A search's row says less than the list's, and doesn't take its place")
  func searchRowsKeepWhatIsKnown() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let before = try #require(lab.store.entity(probe)?.entity)
    lab.server.change { state in
      state.tables["SEARCH"] = StrictTable(
        ["PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN"],
        [[.text(probe.text), "{\"other\":1}", "Garden", "PROBE1", "PROBE1 anew", "[]"]])
    }
    lab.pass(seconds: 5)
    _ = try await lab.source.search(EntitySearch("PROBE1"))
    let after = try #require(lab.store.entity(probe)?.entity)
    #expect(after.children == before.children && after.refcon == before.refcon)
    #expect(after.summary == "PROBE1 anew")
  }

  @Test("openBIS categories know their number of members") func categoriesKnowTheNumberBelow()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let root = try await lab.restarted().source.root(.cacheOnly).content
    #expect(root.entities.map(\.countBelow) == [4, 5])
    // A later answer about the categories alone says nothing of their members.
    let again = try await lab.source.root(.server).content
    #expect(again.entities.map(\.countBelow) == [4, 5])
  }

  @Test("What is in the trash isn't shown as the server's present answer")
  func whatIsGoneIsToldApart() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let client = EntityClient(lab.source)
    _ = try await client.detail(of: probe)
    lab.server.change { state in
      for place in state.instance.samples.indices
      where state.instance.samples[place].code == "PROBE1" {
        state.instance.samples[place].isInTrash = true
      }
    }
    lab.pass(seconds: 60)
    let later = client.forOneLoad(.userRefresh)
    #expect(try await later.detail(of: probe).isMissing)
    #expect(later.ages.failure as? EntitySourceError == .gone)
    #expect(EntitySourceError.gone.dataStatus == .deleted)
  }
}
