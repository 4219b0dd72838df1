import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

@Suite struct SyncTests {
  private let probes = ResourceID("PROBES")

  private func row(_ id: String, _ title: String, children: String = "[]") -> [StrictTable.Cell] {
    [.text(id), "{\"code\":1}", "Things", .text(title), "", .text(children), "", ""]
  }

  private static let columns = [
    "PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN", "ROOT_LEVEL",
    "DELETED",
  ]

  private func change(_ lab: Laboratory, _ id: String, _ rows: [[StrictTable.Cell]]) {
    lab.server.change { $0.tables["ROOT \(id)"] = StrictTable(Self.columns, rows) }
  }

  private func category(_ children: String) -> [StrictTable.Cell] {
    [
      "PROBES", "{\"code\":\"PROBES\"}", "Navigation", "Probes", "", .text(children), "true", "",
    ]
  }

  @Test("openBIS sync: a failing category does not stop others")
  func oneFailingCategoryDoesNotStopTheOthers() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    let report = try await lab.source.sync(.changes) { _ in }
    #expect(report.failures.map(\.title) == ["Probes"])
    #expect(
      report.failures.first?.error as? OpenBISError == .serviceFailed("IndexError: list index"))
    let other = try await lab.source.family(of: ResourceID("TARGETS AND COMPOUNDS"), .cacheOnly)
    #expect(titles(other.content.children) == ["C1", "C2", "C3", "T1", "T2"])
    // The sync wasn't whole, so the next start tries again.
    #expect(try await lab.source.root(.cacheOnly).content.isDue)
  }

  @Test("openBIS sync requests changes with a margin") func changesAreAskedForWithAMargin()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let synced = lab.server.now
    lab.pass(seconds: 5000)
    let seen = Mutex<[String]>([])
    _ = seen
    lab.server.change { state in
      // What was changed before the margin isn't sent again; nothing new would be everything.
      for place in state.instance.samples.indices {
        state.instance.samples[place].modifiedAt = synced - ServerSource.margin - 1
      }
      state.instance.samples[0].modifiedAt = synced - ServerSource.margin + 1
      state.instance.samples[0].properties[0] = .init(
        code: "DESC", label: "Description", value: "changed while the clocks differed")
    }
    let report = try await lab.synced()
    let family = try await lab.source.family(of: probes, .cacheOnly)
    #expect(family.content.children.first?.summary == "changed while the clocks differed")
    #expect(family.content.children.count == 4)
    // Both categories, the changed probe, and all materials, which have no moments.
    #expect(report.count < 2 + 4 + 5 + 1)
  }

  @Test("openBIS sync: an empty cell overwrites, a missing column keeps")
  func anEmptyCellOverwritesAndAnAbsentColumnKeeps() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    _ = try await lab.source.detail(of: ResourceID("20261122015839416-45"), .server)
    lab.server.change { state in
      state.tables["DRILL 20261122015839416-45"] = StrictTable(
        ["SUMMARY", "PERM_ID"], [["", "20261122015839416-45"]])
    }
    lab.pass(seconds: 5)
    let family = try await lab.source.family(of: ResourceID("20261122015839416-45"), .server)
    #expect(family.content.parent.summary == "")
    #expect(family.content.parent.title == "PROBE1")
    #expect(titles(family.content.children) == ["C1", "T1"])
    let detail = try await lab.source.detail(of: ResourceID("20261122015839416-45"), .cacheOnly)
    #expect(detail.content.summary == "")
    #expect(detail.content.identifier == "/PROBES/PROBE/PROBE1")
  }

  @Test("openBIS sync: a missing row deletes nothing, a tombstone does")
  func absenceNeverDeletesAndATombstoneDoes() async throws {
    let lab = try Laboratory()
    change(
      lab, "PROBES", [category("[\"A\",\"B\",\"C\"]"), row("A", "a"), row("B", "b"), row("C", "c")])
    try await lab.synced()
    // B is in the trash, C is deleted for good.
    change(
      lab, "PROBES",
      [category("[\"A\"]"), row("A", "a"), ["C", "", "", "", "", "", "", "true"]])
    lab.pass(seconds: 5000)
    try await lab.synced()
    #expect(titles(try await lab.source.family(of: probes, .cacheOnly).content.children) == ["a"])
    let trashed = try #require(lab.store.entity(ResourceID("B"))?.entity)
    #expect(trashed.isMissing && !trashed.isDeleted && trashed.title == "b")
    let deleted = try #require(lab.store.entity(ResourceID("C"))?.entity)
    #expect(deleted.isDeleted && deleted.title == "c")
    await #expect(throws: EntitySourceError.noEntity(ResourceID("C"))) {
      try await lab.source.family(of: ResourceID("C"), .cacheOnly)
    }
  }

  /// ipad/root-probes: every deletion ever comes again.
  @Test("openBIS sync: deletion of an unknown entity is ignored")
  func deletionsOfWhatNobodyKnewAreNothing() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    #expect(lab.store.entity(ResourceID("20261122021011190-54")) == nil)
  }

  @Test("openBIS sync: a deleted entity may reappear")
  func aDeletedEntityThatComesBackIsThereAgain() async throws {
    let lab = try Laboratory()
    change(lab, "PROBES", [category("[\"A\"]"), row("A", "a")])
    try await lab.synced()
    change(lab, "PROBES", [category("[]"), ["A", "", "", "", "", "", "", "true"]])
    lab.pass(seconds: 5000)
    try await lab.synced()
    #expect(try await lab.source.family(of: probes, .cacheOnly).content.children.isEmpty)
    change(lab, "PROBES", [category("[\"A\"]"), row("A", "again")])
    lab.pass(seconds: 5000)
    try await lab.synced(.everything)
    #expect(
      titles(try await lab.source.family(of: probes, .cacheOnly).content.children) == ["again"])
  }

  @Test("openBIS sync requests everything on request") func everythingIsAskedForOnRequest()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 5000)
    lab.server.change { state in
      for place in state.instance.samples.indices { state.instance.samples[place].modifiedAt = 1 }
      state.instance.samples[0].modifiedAt = state.now
    }
    let some = try await lab.synced(.changes)
    let all = try await lab.synced(.everything)
    #expect(all.count > some.count)
  }

  @Test("openBIS sync: children may be unknown, repeated and circular")
  func childrenMayBeUnknownRepeatedAndGoInCircles() async throws {
    let lab = try Laboratory()
    change(
      lab, "PROBES",
      [
        category("[null,\"A\",\"A\",\"NOBODY\",\"PROBES\",\"B\"]"),
        row("A", "a", children: "[\"B\",\"A\"]"), row("B", "b", children: "[\"A\",\"PROBES\"]"),
      ])
    try await lab.synced()
    let family = try await lab.source.family(of: probes, .cacheOnly)
    #expect(titles(family.content.children) == ["a", "b"])
    #expect(family.content.undescribed == 1)
    let below = try await lab.source.family(of: ResourceID("B"), .cacheOnly)
    #expect(titles(below.content.children) == ["Probes", "a"])
  }

  @Test("openBIS sync that breaks off keeps the last set and resumes")
  func aSyncThatBreaksOffLeavesTheLastWholeSetAndGoesOn() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 5000)
    // The answer about the second category breaks off.
    lab.server.change { state in
      state.bodies["ROOT TARGETS AND COMPOUNDS"] = StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")],
        body: Array("{\"result\":{\"columns\":[{\"title\":\"PERM_ID\"}],\"rows\":[[{\"val".utf8))
    }
    let report = try await lab.synced()
    #expect(report.failures.count == 1)
    let kept = try await lab.source.family(of: ResourceID("TARGETS AND COMPOUNDS"), .cacheOnly)
    #expect(kept.content.children.count == 5)
    lab.server.change { $0.bodies = [:] }
    lab.pass(seconds: 60)
    // Another process goes on: the category that was done isn't asked for again.
    let next = try lab.restarted()
    _ = try await next.source.sync(.changes) { _ in }
    let roots = lab.server.takeCalls().filter { $0.contains(" ROOT ") }
    #expect(roots == ["createReportFromAggregationService ROOT TARGETS AND COMPOUNDS"])
    #expect(try await !next.source.root(.cacheOnly).content.isDue)
  }

  @Test("openBIS sync repeats a failed category only")
  func aCategoryThatFailedIsAskedForAloneUntilAPersonAsks() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    func roots(_ scope: SyncScope, isAsked: Bool) async throws -> [String] {
      lab.pass(seconds: 60)
      if isAsked { lab.source.noteRefresh() }
      let report = try await lab.source.sync(scope) { _ in }
      #expect(report.failures.count == 1)
      #expect(try await lab.source.root(.cacheOnly).content.isDue)
      return lab.server.takeCalls().compactMap { call in
        call.split(separator: " ROOT ", maxSplits: 1).dropFirst().first.map { String($0) }
      }
    }
    let all = ["PROBES", "TARGETS AND COMPOUNDS"]
    #expect(try await roots(.everything, isAsked: true) == all)
    #expect(try await roots(.changes, isAsked: false) == ["PROBES"])
    #expect(try await roots(.everything, isAsked: true) == all)
    #expect(try await roots(.changes, isAsked: true) == all)
    #expect(try await roots(.changes, isAsked: false) == ["PROBES"])
    // Nor does another start ask for what has come.
    lab.server.change { $0.failures = [:] }
    lab.pass(seconds: 60)
    let later = try lab.restarted()
    _ = try await later.source.sync(.changes) { _ in }
    #expect(lab.server.takeCalls().count { $0.contains(" ROOT ") } == 1)
    #expect(try await !later.source.root(.cacheOnly).content.isDue)
  }

  @Test("openBIS category opened after a failed full sync loads fully")
  func aCategoryThatIsOpenedWhileEverythingIsWantedIsAskedForEverything() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 5000)
    lab.server.change { state in
      state.failures["ROOT PROBES"] = .python("IndexError: list index")
      for place in state.instance.samples.indices { state.instance.samples[place].modifiedAt = 1 }
      // Without anything new the changes would be everything.
      state.instance.samples[0].modifiedAt = state.now
      state.instance.samples[1].properties[0] = .init(
        code: "DESC", label: "Description", value: "changed without a date")
    }
    #expect(try await lab.synced(.everything).failures.count == 1)
    lab.server.change { $0.failures = [:] }
    lab.pass(seconds: 60)
    let family = try await lab.source.family(of: probes, .server)
    #expect(family.content.children.contains { $0.summary == "changed without a date" })
    // With that all have come.
    _ = lab.server.takeCalls()
    _ = try await lab.source.sync(.changes) { _ in }
    #expect(!lab.server.takeCalls().contains { $0.contains(" ROOT ") })
    #expect(try await !lab.source.root(.cacheOnly).content.isDue)
  }

  @Test("openBIS sync progress names the categories") func progressNamesTheCategories() async throws
  {
    let lab = try Laboratory()
    let seen = Mutex<[SyncProgress]>([])
    _ = try await lab.source.sync(.changes) { event in
      if case .requesting(let progress) = event { seen.withLock { $0.append(progress) } }
    }
    #expect(seen.withLock { $0.map(\.title) } == ["Probes", "Targets and Compounds"])
    #expect(seen.withLock { $0.map(\.total) } == [2, 2])
  }

  @Test("openBIS sync of an older service has categories") func anOlderServiceHasCategories()
    async throws
  {
    let lab = try Laboratory()
    lab.server.change { state in
      state.tables["NAVIGATION"] = StrictTable(["PERM_ID", "REFCON"])
      state.tables["CATEGORIES"] = StrictTable(
        ["PERM_ID", "REFCON", "SUMMARY_HEADER", "ROOT_LEVEL"],
        [["PROBES", "{\"code\":\"PROBES\"}", "Probes", .whole(1)]])
    }
    let root = try await lab.source.root(.server)
    #expect(titles(root.content.entities) == ["Probes"])
  }

  @Test("openBIS sync: a member may be at the first level") func aMemberMayStandAtTheFirstLevel()
    async throws
  {
    let lab = try Laboratory()
    var star = row("STAR", "Star")
    star[6] = .whole(1)
    change(lab, "PROBES", [category("[\"STAR\"]"), star])
    try await lab.synced()
    let root = try await lab.restarted().source.root(.cacheOnly)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds", "Star"])
  }

  @Test("openBIS sync of a service without categories loads everything")
  func aServiceWithoutCategoriesIsAskedForEverything() async throws {
    let lab = try Laboratory()
    lab.server.change { state in
      state.tables["NAVIGATION"] = StrictTable(["PERM_ID", "REFCON"])
      var root = row("R", "Root", children: "[\"A\"]")
      root[6] = "true"
      state.tables["ROOT"] = StrictTable(Self.columns, [root, row("A", "a")])
    }
    try await lab.synced()
    let root = try await lab.source.root(.cacheOnly)
    #expect(titles(root.content.entities) == ["Root"])
    let below = try await lab.source.family(of: ResourceID("R"), .cacheOnly)
    #expect(titles(below.content.children) == ["a"])
    // An answer with the changes alone doesn't say that the rest is gone.
    lab.server.change { $0.tables["ROOT"] = StrictTable(Self.columns, [row("A", "changed")]) }
    lab.pass(seconds: 5000)
    try await lab.synced()
    #expect(try await lab.source.root(.cacheOnly).content.entities.first?.isMissing == false)
    let later = try await lab.source.family(of: ResourceID("R"), .cacheOnly)
    #expect(titles(later.content.children) == ["changed"])
    // A whole one does.
    try await lab.synced(.everything)
    #expect(lab.store.entity(ResourceID("R"))?.entity.isMissing == true)
  }

  @Test("openBIS sync: a response without its category removes nothing")
  func anAnswerWithoutTheCategoryItselfTakesNothingAway() async throws {
    let lab = try Laboratory()
    let rows = [row("A", "a"), row("B", "b"), row("C", "c")]
    change(lab, "PROBES", [category("[\"A\",\"B\",\"C\"]")] + rows)
    try await lab.synced()
    change(lab, "PROBES", [row("C", "changed")])
    lab.pass(seconds: 5000)
    try await lab.synced()
    let family = try await lab.source.family(of: probes, .cacheOnly)
    #expect(titles(family.content.children) == ["a", "b", "changed"])
    #expect(family.content.undescribed == 0)
    // One that never names itself has those for its members that come.
    let other = try Laboratory()
    change(other, "PROBES", rows)
    try await other.synced()
    #expect(
      titles(try await other.source.family(of: probes, .cacheOnly).content.children) == [
        "a", "b", "c",
      ])
  }

  @Test("openBIS sync reloads members that are unreadable")
  func membersThatCannotBeReadAreAskedForWhole() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    try lab.files.write(
      Array("x".utf8), "category PROBES", EntityStore.setsDirectory, false)
    lab.pass(seconds: 5000)
    lab.server.change { state in
      for place in state.instance.samples.indices { state.instance.samples[place].modifiedAt = 1 }
      state.instance.samples[0].modifiedAt = state.now
    }
    let later = try lab.restarted()
    #expect(later.store.set(of: probes) == nil)
    try await later.synced()
    #expect(try await later.source.family(of: probes, .cacheOnly).content.children.count == 4)
  }

  @Test("openBIS sync: a deletion reaches first list and search hits")
  func aDeletionReachesTheFirstListAndWhatWasMetElsewhere() async throws {
    let lab = try Laboratory()
    var first = row("A", "a")
    first[6] = "true"
    change(lab, "PROBES", [category("[\"A\"]"), first])
    try await lab.synced()
    #expect(titles(try await lab.source.root(.cacheOnly).content.entities).contains("a"))
    // Another one was met in a search.
    var met = Entity(ResourceID("M"))
    met.header = "met"
    try lab.store.saveOnDemand([met], at: lab.server.now)
    let deletions = ["A", "M"].map { id -> [StrictTable.Cell] in
      [.text(id), "", "", "", "", "", "", "true"]
    }
    change(lab, "PROBES", [category("[]")] + deletions)
    lab.pass(seconds: 5000)
    try await lab.synced()
    #expect(!titles(try await lab.source.root(.cacheOnly).content.entities).contains("a"))
    #expect(lab.store.entity(ResourceID("M"))?.entity.isDeleted == true)
    #expect(lab.store.entity(ResourceID("M"))?.entity.title == "met")
  }

  @Test("openBIS sync: a deletion in a drill-down reaches the category")
  func aDeletionThatAnAnswerBelowTellsIsOneOfACategorysMembersToo() async throws {
    let lab = try Laboratory()
    change(lab, "PROBES", [category("[\"A\",\"B\"]"), row("A", "a"), row("B", "b")])
    try await lab.synced()
    lab.server.change { state in
      state.tables["DRILL A"] = StrictTable(
        Self.columns, [row("A", "a"), ["B", "", "", "", "", "", "", "true"]])
    }
    lab.pass(seconds: 5)
    _ = try await lab.source.family(of: ResourceID("A"), .server)
    let deleted = try #require(lab.store.entity(ResourceID("B"))?.entity)
    #expect(deleted.isDeleted && deleted.title == "b")
  }

  @Test("openBIS sync after a wrong clock prefers new responses")
  func aClockThatWasAheadDoesNotMakeOldAnswersWin() async throws {
    let lab = try Laboratory()
    let year = 365 * 86_400
    lab.pass(seconds: year)
    try await lab.synced()
    lab.pass(seconds: -year)
    #expect(try await lab.source.family(of: probes, .cacheOnly).timestamp == 0)
    _ = lab.server.takeCalls()
    lab.server.change { state in
      state.instance.samples[0].modifiedAt = state.now
      state.instance.samples[0].properties[0] = .init(
        code: "DESC", label: "Description", value: "heard with the right clock")
    }
    _ = try await lab.source.search(EntitySearch("PROBE1"))
    let probe = ResourceID("20261122015839416-45")
    #expect(lab.store.entity(probe)?.entity.summary == "heard with the right clock")
    // All is asked for, not what came since a day that is still to come.
    let report = try await lab.synced()
    #expect(report.count >= 2 + 4 + 5)
    #expect(try await lab.source.family(of: probes, .cacheOnly).timestamp == lab.server.now)
  }

  @Test("openBIS family is as old as its oldest row") func aFamilyIsAsOldAsTheOldestOfItsRows()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    let probe = ResourceID("20261122015839416-45")
    let drilled = lab.server.now
    _ = try await lab.source.family(of: probe, .server)
    lab.pass(seconds: 600)
    // Its own row comes again, those of its children don't.
    let parent = try #require(lab.store.entity(probe)?.entity)
    try lab.store.saveOnDemand([parent], at: lab.server.now)
    #expect(try await lab.source.family(of: probe, .cacheOnly).timestamp == drilled)
  }

  @Test("openBIS service that is replaced loses no cached data")
  func aServiceThatIsBeingReplacedLosesNothing() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let services = lab.server.state.withLock { $0.instance.services }
    lab.server.change { $0.instance.services = [] }
    let meanwhile = try lab.restarted()
    _ = try await meanwhile.source.root(.server)
    #expect(meanwhile.source.mode == .general)
    lab.server.change { $0.instance.services = services }
    // Whoever refreshes finds it again, and what was kept before.
    meanwhile.source.noteRefresh()
    let root = try await meanwhile.source.root(.server)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds"])
    #expect(meanwhile.source.mode == .service)
    meanwhile.transport.setAway(true)
    #expect(try await meanwhile.source.family(of: probes, .cacheOnly).content.children.count == 4)
  }

  @Test("openBIS category keeps its age while its service is missing")
  func aCategoryStaysAsItWasHeardWhileItsServiceIsAway() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let heard = lab.server.now
    let services = lab.server.state.withLock { $0.instance.services }
    lab.server.change { $0.instance.services = [] }
    lab.pass(seconds: 5000)
    let meanwhile = try lab.restarted()
    await #expect(throws: OpenBISError.otherMode(.general)) {
      try await meanwhile.source.family(of: probes, .server)
    }
    let probe = ResourceID("20261122015839416-45")
    await #expect(throws: OpenBISError.otherMode(.general)) {
      try await meanwhile.source.family(of: probe, .server)
    }
    await #expect(throws: OpenBISError.otherMode(.general)) {
      try await meanwhile.source.detail(of: probe, .server)
    }
    let kept = try await meanwhile.source.family(of: probes, .cacheOnly)
    #expect(titles(kept.content.children) == ["PROBE1", "PROBE2", "PROBE3", "PROBE10"])
    #expect(!kept.content.children.contains { $0.isMissing })
    #expect(kept.timestamp == heard)
    // A sync goes on with what V3 shows, and whoever comes back to the category finds it.
    try await meanwhile.synced()
    lab.server.change { $0.instance.services = services }
    let later = try lab.restarted()
    #expect(try await later.source.family(of: probes, .server).content.children.count == 4)
  }

  @Test("openBIS caches of two users are separate") func twoUsersShareNothing() async throws {
    let admin = try Laboratory()
    try await admin.synced()
    let other = try Laboratory(as: "observer", password: "lookonly")
    #expect(other.store.instance == nil)
  }
}
