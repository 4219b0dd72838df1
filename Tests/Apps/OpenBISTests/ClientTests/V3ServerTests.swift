import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

/// An instance without a service of its own.
@Suite struct V3ServerTests {
  private let space = V3Kind.space.id("GARDEN")
  private let fern = V3Kind.object.id("20261122015834316-10")

  @Test("openBIS without plug-ins: the root lists the spaces") func theRootIsTheSpaces()
    async throws
  {
    let lab = try Laboratory(.withoutPlugins)
    let root = try await lab.source.root(.server)
    #expect(titles(root.content.entities) == ["DEFAULT", "GARDEN", "PROBES", "SECRET"])
    #expect(lab.source.mode == .general)
    #expect(try lab.restarted().source.mode == .general)
  }

  @Test("openBIS without plug-ins: spaces lead to files") func spacesLeadToFiles() async throws {
    let lab = try Laboratory(.withoutPlugins)
    let report = try await lab.synced()
    #expect(report.failures.isEmpty)
    let garden = try await lab.source.family(of: space, .cacheOnly)
    #expect(titles(garden.content.children) == ["FERNS"])
    let ferns = try #require(garden.content.children.first)
    let collections = try await lab.source.family(of: ferns.id, .server)
    #expect(titles(collections.content.children) == ["SPRING", "FERN-CHILD"])
    let spring = try #require(collections.content.children.first)
    #expect(spring.hasChildren)
    let plants = try await lab.source.family(of: spring.id, .server)
    #expect(plants.content.children.count == 30)
    #expect(titles(plants.content.children).prefix(3) == ["FERN-1", "FERN-2", "FERN-3"])
    #expect(plants.content.children[2].hasChildren == false)
    let below = try await lab.source.family(of: fern, .server)
    #expect(titles(below.content.children) == ["20261122020728292-50", "FERN-CHILD"])
    let dataSet = try #require(below.content.children.first)
    let files = try await lab.source.family(of: dataSet.id, .server)
    #expect(titles(files.content.children) == ["original"])
    let directory = try #require(files.content.children.first)
    let inner = try await lab.source.family(of: directory.id, .cacheOnly)
    let leaves = try await lab.source.family(
      of: try #require(inner.content.children.first).id, .cacheOnly)
    #expect(
      titles(leaves.content.children) == ["leaf.png", "note.txt", "page.html", "pic.jpg", "images"])
  }

  @Test("openBIS without plug-ins: an image file is shown") func aFileThatIsAnImageIsShown()
    async throws
  {
    let lab = try Laboratory(.withoutPlugins)
    try await lab.synced()
    let space = V3Kind.space.id("PROBES")
    let project = try #require(
      try await lab.source.family(of: space, .cacheOnly).content.children.first)
    let collection = try #require(
      try await lab.source.family(of: project.id, .server).content.children.first)
    let children = try await lab.source.family(of: collection.id, .server).content.children
    let dataSet = try #require(children.first { $0.category == "Data set (IMAGES)" })
    _ = try await lab.source.family(of: dataSet.id, .server)
    let id = V3Kind.file.id("20261122020729862-51/original/images/PROBE1.jpg")
    let file = try #require(lab.store.entity(id)?.entity)
    let image = try await lab.source.image(try #require(file.images?.marquee), of: id, .server)
    #expect(image.content.type == "image/jpeg")
  }

  private func original(_ lab: Laboratory) async throws {
    let dataSet = V3Kind.dataSet.id("20261122020728292-50")
    _ = try await lab.source.search(EntitySearch("20261122020728292-50"))
    _ = try await lab.source.family(of: dataSet, .server)
  }

  private func file(_ name: String) -> ResourceID {
    V3Kind.file.id("20261122020728292-50/original/original/\(name)")
  }

  /// datastore/file-html: an HTML file has a Content-Disposition, an error page has none.
  @Test("Files of every type are fetched whole", arguments: ["note.txt", "page.html", "leaf.png"])
  func filesAreFetched(name: String) async throws {
    let lab = try Laboratory(.withoutPlugins)
    try await original(lab)
    let contents = try await lab.source.file(file(name)) { _ in }
    let stored = StrictInstance.withoutPlugins.dataSets[0].files["original/original/\(name)"]
    #expect(contents.bytes == stored)
    #expect(contents.name == name)
  }

  @Test("A file that isn't the one that was listed is refused")
  func damagedFilesAreRefused() async throws {
    let lab = try Laboratory(.withoutPlugins)
    try await original(lab)
    lab.server.change { $0.instance.dataSets[0].files["original/original/note.txt"] = [1, 2] }
    await #expect(throws: OpenBISError.damagedFile("note.txt", "2 bytes came, not 6")) {
      try await lab.source.file(file("note.txt")) { _ in }
    }
    await #expect(throws: EntitySourceError.noEntity(file("nosuch"))) {
      try await lab.source.file(file("nosuch")) { _ in }
    }
  }

  @Test("Vocabulary terms have their labels, and OBJECT properties name and link the object")
  func codesAreNamed() async throws {
    let lab = try Laboratory(.withoutPlugins)
    _ = try await lab.source.search(EntitySearch("FERN-1"))
    let detail = try await lab.source.detail(of: fern, .server).content
    let state = try #require(detail.properties?.first { $0.key == "STATE" })
    #expect(state.blocks == [.text("In progress")])
    #expect(state.value == "IN_PROGRESS")
    let spores = try #require(detail.properties?.first { $0.key == "SPORES" })
    #expect(spores.blocks == [.text("FERN-2")])
    let other = try await lab.source.detail(of: try #require(spores.links.first), .server)
    #expect(other.content.title == "FERN-2")
  }

  @Test("Parents, objects and collections in the details are links to known entities")
  func detailsLinkToParents() async throws {
    let lab = try Laboratory(.withoutPlugins)
    _ = try await lab.source.search(EntitySearch("FERN-CHILD"))
    let child = V3Kind.object.id("20261122015836497-40")
    let detail = try await lab.source.detail(of: child, .server).content
    let parents = try #require(detail.properties?.first { $0.key == "#PARENTS" })
    #expect(parents.value == "/GARDEN/FERNS/FERN-1\n/GARDEN/FERNS/FERN-2")
    #expect(
      parents.links
        == ["20261122015834316-10", "20261122015834316-11"].map { V3Kind.object.id($0) })
    let parent = try await lab.source.detail(of: try #require(parents.links.last), .server)
    #expect(parent.content.title == "FERN-2")
    lab.transport.setAway(true)
    let kept = try await lab.restarted().source.detail(of: child, .cacheOnly).content
    #expect(kept.properties?.first { $0.key == "#PARENTS" } == parents)
  }

  @Test("openBIS without plug-ins: details have labels of the type")
  func detailsHaveTheLabelsOfTheType() async throws {
    let lab = try Laboratory(.withoutPlugins)
    _ = try await lab.source.search(EntitySearch("FERN-1"))
    let detail = try await lab.source.detail(of: fern, .server)
    #expect(detail.content.identifier == "/GARDEN/FERNS/FERN-1")
    #expect(detail.content.category == "Object (PLANT)")
    let properties = try #require(detail.content.properties)
    #expect(properties.prefix(2).map(\.label) == ["Name", "Height"])
    #expect(properties.prefix(2).map(\.value) == ["Königsfarn 植", "12.5"])
    #expect(properties.contains { $0.key == "#COLLECTION" && $0.value == "/GARDEN/FERNS/SPRING" })
  }

  @Test("openBIS without plug-ins: a search covers all kinds") func aSearchAsksForAllKinds()
    async throws
  {
    let lab = try Laboratory(.withoutPlugins)
    let hits = try await lab.source.search(EntitySearch("königsfarn"))
    #expect(titles(hits.content) == ["FERN-1"])
    let mild = try await lab.source.search(EntitySearch("mild"))
    #expect(titles(mild.content) == ["SPRING"])
  }

  /// An instance with the samples S-0 to S-2499.
  private var manySamples: StrictInstance {
    var instance = StrictInstance.withoutPlugins
    instance.samples = (0..<2_500).map {
      .init(
        permID: "p\($0)", code: "S-\($0)", type: "PLANT", space: "GARDEN", project: "/GARDEN/FERNS",
        experiment: "/GARDEN/FERNS/SPRING")
    }
    instance.dataSets = []
    return instance
  }

  @Test("openBIS without plug-ins: a search says that it is cut")
  func aSearchSaysThatItFoundMoreThanItShows() async throws {
    let lab = try Laboratory(manySamples)
    let many = try await lab.source.search(EntitySearch("S-*")).content
    #expect(many.count == 100)
    #expect(many.resultsNote == "These are 100 of 2,500 that match; type more.")
    #expect(try await lab.source.search(EntitySearch("S-2499")).content.resultsNote == nil)
  }

  @Test("openBIS without plug-ins: a search continues in pages")
  func aSearchGoesOnBehindItsFirstHits() async throws {
    let lab = try Laboratory(manySamples)
    var ids: Set<ResourceID> = []
    var start = 0
    while true {
      let page = try await lab.source.search(EntitySearch("S-*"), from: start, .server).content
      ids.formUnion(page.map(\.id))
      start += page.count
      if page.isEmpty || start >= page.total ?? 0 { break }
    }
    #expect(start == 2_500 && ids.count == 2_500)
  }

  @Test("A hit says where the text was found, unless its row shows it")
  func hitsSayWhereTheTextWasFound() async throws {
    let lab = try Laboratory(.withoutPlugins)
    let mild = try await lab.source.search(EntitySearch("mild")).content
    #expect(mild.matchLocations[V3Kind.collection.id("20261122015833979-6")] == "NOTES: a mild one")
    #expect(try await lab.source.search(EntitySearch("königsfarn")).content.matchLocations.isEmpty)
  }

  @Test("A row's summary is the name, or else the description; a data set's has its date")
  func summariesFallBack() async throws {
    var instance = StrictInstance.withoutPlugins
    instance.dataSets[0].properties = [
      .init(code: "$NAME", label: "Name", value: ""),
      .init(code: "DESC", label: "Description", value: "<p>Mikroskopie</p>"),
    ]
    let lab = try Laboratory(instance)
    let found = try await lab.source.search(EntitySearch("20261122020728292-50")).content
    #expect(found.first?.summary?.hasPrefix("Mikroskopie · 2026-11-2") == true)
    let ferns = try await lab.source.search(EntitySearch("königsfarn")).content
    #expect(ferns.first?.summary == "Königsfarn 植")
  }

  @Test("openBIS data store without an address is reported") func aDataStoreWithoutAnAddressIsSaid()
    async throws
  {
    let lab = try Laboratory(.withoutPlugins)
    _ = try await lab.source.search(EntitySearch("20261122020728292-50"))
    lab.server.change { $0.instance.storeAddress = "" }
    await #expect(throws: OpenBISError.noStoreAddress("DSS1")) {
      try await lab.source.family(of: V3Kind.dataSet.id("20261122020728292-50"), .server)
    }
  }

  @Test("openBIS list of 2500 is loaded in pages") func longListsComeInPages() async throws {
    let lab = try Laboratory(manySamples)
    try await lab.synced()
    _ = try await lab.source.family(of: V3Kind.project.id("20261122015833715-2"), .server)
    let collection = V3Kind.collection.id("20261122015833979-6")
    let family = try await lab.source.family(of: collection, .server)
    #expect(family.content.children.count == 2_500)
    #expect(family.content.children.last?.title == "S-2499")
  }

  /// As something in between that gives one answer to every page.
  @Test("openBIS server that repeats a page is refused")
  func aServerThatGivesOnePageAgainAndAgainIsNotTakenForWhole() async throws {
    var instance = manySamples
    instance.givesFirstPageAlone = true
    let lab = try Laboratory(instance)
    try await lab.synced()
    _ = try await lab.source.family(of: V3Kind.project.id("20261122015833715-2"), .server)
    await #expect(
      throws: OpenBISError.unexpected(
        "a page that has come before", expected: "the next one")
    ) {
      try await lab.source.family(of: V3Kind.collection.id("20261122015833979-6"), .server)
    }
  }

  @Test("openBIS list that is too long is refused at its first page")
  func moreThanAListShowsIsSaidByTheFirstPage() async throws {
    let lab = try Laboratory(.withoutPlugins)
    try await lab.synced()
    lab.server.change { $0.instance.claimedTotal = 250_000 }
    await #expect(throws: OpenBISError.tooMany(250_000)) {
      try await lab.source.family(of: V3Kind.project.id("20261122015833715-2"), .server)
    }
    #expect(lab.server.takeCalls().count <= 3)
  }

  @Test("openBIS search survives an impossible total") func aTotalThatNobodyCanHaveEndsNothing()
    async throws
  {
    var instance = StrictInstance.withoutPlugins
    instance.claimedTotal = .max
    instance.samples = (0..<V3Server.mostHits).map {
      .init(permID: "p\($0)", code: "S-\($0)", type: "PLANT", space: "GARDEN")
    }
    instance.experiments = (0..<V3Server.mostHits).map {
      .init(permID: "e\($0)", project: "/GARDEN/FERNS", code: "S-\($0)", type: "SEASON")
    }
    let hits = try await Laboratory(instance).source.search(EntitySearch("S-*")).content
    #expect(hits.count == 200)
    #expect(hits.resultsNote != nil)
  }

  /// Each of its pages may be as large as an answer may be.
  @Test("openBIS list over its memory budget is not requested further")
  func moreThanThereIsRoomForIsNotAskedFor() async throws {
    var instance = StrictInstance.withoutPlugins
    instance.samples = (0..<2_500).map {
      .init(
        permID: "p\($0)", code: "S-\($0)", type: "PLANT", space: "GARDEN", project: "/GARDEN/FERNS",
        experiment: "/GARDEN/FERNS/SPRING")
    }
    instance.dataSets = []
    let lab = try Laboratory(instance)
    try await lab.synced()
    _ = try await lab.source.family(of: V3Kind.project.id("20261122015833715-2"), .server)
    let spring = try #require(
      lab.store.entity(V3Kind.collection.id("20261122015833979-6"))?.entity)
    func server(_ budget: Int) -> V3Server {
      V3Server(
        session: OpenBISSession(lab.connection, keeping: lab.tokens),
        connect: { _ in lab.connection }, memoryBudget: budget)
    }
    #expect(try await server(256 << 20).drill(spring).entities.count == 2_501)
    _ = lab.server.takeCalls()
    await #expect(throws: MemoryBudgetExceeded(memory: 1_000)) {
      try await server(1_000).drill(spring)
    }
    #expect(lab.server.takeCalls().count { $0 == "searchSamples" } == 1)
  }

  @Test("openBIS details of a deleted object are marked and keep their age")
  func whatTheServerHasNoMoreIsNotShownAsHeardNow() async throws {
    let lab = try Laboratory(.withoutPlugins)
    _ = try await lab.source.search(EntitySearch("FERN-1"))
    let read = lab.server.now
    #expect(try await lab.source.detail(of: fern, .server).timestamp == read)
    lab.server.change { $0.instance.samples.removeAll { $0.permID == "20261122015834316-10" } }
    lab.pass(seconds: 600)
    let gone = try await lab.source.detail(of: fern, .server)
    #expect(gone.timestamp == read)
    #expect(gone.content.isMissing)
    #expect(gone.content.identifier == "/GARDEN/FERNS/FERN-1")
    #expect(try await lab.source.detail(of: fern, .cacheOnly).content.isMissing)
  }

  @Test(
    "openBIS children of a deleted parent keep their age",
    arguments: [V3Kind.space, .project, .collection])
  func whatIsBelowSomethingThatIsGoneStaysAsItWasHeard(kind: V3Kind) async throws {
    let lab = try Laboratory(.withoutPlugins)
    let project = V3Kind.project.id("20261122015833715-2")
    let collection = V3Kind.collection.id("20261122015833979-6")
    try await lab.synced()
    _ = try await lab.source.family(of: project, .server)
    _ = try await lab.source.family(of: collection, .server)
    let heard = lab.server.now
    let before = lab.server.state.withLock(\.instance)
    lab.server.change { state in
      // The trash takes what is in it along.
      state.instance.samples.removeAll { $0.experiment == "/GARDEN/FERNS/SPRING" }
      state.instance.experiments.removeAll { $0.space == "GARDEN" }
      if kind != .collection { state.instance.projects.removeAll { $0.space == "GARDEN" } }
      if kind == .space { state.instance.spaces.removeAll { $0.code == "GARDEN" } }
    }
    lab.pass(seconds: 5000)
    let (id, count) =
      switch kind {
      case .space: (space, 1)
      case .project: (project, 2)
      default: (collection, 30)
      }
    let gone = try await lab.source.family(of: id, .server)
    #expect(gone.content.parent.isMissing)
    #expect(gone.content.children.count == count)
    #expect(!gone.content.children.contains { $0.isMissing })
    #expect(gone.timestamp == heard)
    // One that comes back is there again.
    lab.server.change { $0.instance = before }
    lab.pass(seconds: 5000)
    let again = try await lab.source.family(of: id, .server)
    #expect(!again.content.parent.isMissing)
    #expect(again.content.children.count == count)
    #expect(again.timestamp == lab.server.now)
  }

  @Test("openBIS users see only their spaces") func usersSeeTheirSpacesAlone() async throws {
    let lab = try Laboratory(.withoutPlugins, as: "observer", password: "lookonly")
    let root = try await lab.source.root(.server)
    #expect(titles(root.content.entities) == ["PROBES"])
  }

  @Test("openBIS personal access token signs in") func aPersonalAccessTokenWillDo() async throws {
    let lab = try Laboratory(.withoutPlugins, password: "$pat-admin-1")
    #expect(try await lab.source.root(.server).content.entities.count == 4)
  }

  @Test("openBIS instance with a new service shows only the service")
  func anInstanceThatGetsAServiceShowsThatAlone() async throws {
    let lab = try Laboratory(.withoutPlugins)
    try await lab.synced()
    lab.server.change { $0.instance.services = StrictInstance.probes.services }
    let root = try await lab.restarted().source.root(.server)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds"])
  }
}
