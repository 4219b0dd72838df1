import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// The screens at a strict server.
@MainActor @Suite struct AtAServerTests {
  private func session(
    _ lab: Laboratory, size: Size = .usual
  ) async throws -> TestSession<Route> {
    try await TestSession(
      try lab.restarted().viewer.application, size: size, time: TestClock(at: lab.server.now))
  }

  @Test("openBIS first start syncs, a later one loads categories only")
  func theFirstStartSyncsAndALaterOneAsksForTheCategoriesAlone() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    try session.expect("LIVE")
    try session.expect("› Probes")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    try await session.killAndRelaunch()
    try session.expect("› Probes")
    #expect(!lab.server.takeCalls().contains { $0.contains("ROOT") })
  }

  @Test("openBIS synced data are browsed offline") func whatWasSyncedIsBrowsedWithoutTheServer()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.setAway(true)
    let session = try await session(try lab.restarted())
    try session.expect("OFFLINE")
    await session.press(.enter)
    try session.expect("▼ Probes")
    try session.expect("PROBE1")
    try session.expect("OFFLINE")
    await session.press(.down, "d")
    try session.expect("OFFLINE")
    try session.expect("Binding of compound one to receptor one")
    try session.expect("Its details haven't been fetched")
  }

  @Test("Details that a plugin fails to give leave what the list says of the entity")
  func failingDetailsShowTheRow() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.server.change { $0.failures["DETAIL"] = .python("KeyError: DICTIONARY_TYPE") }
    let session = try await session(lab)
    await session.press(.enter, .down, "d")
    try session.expect("Binding of compound one to receptor one")
    try session.expect("KeyError: DICTIONARY_TYPE")
  }

  @Test("The only hit of a search opens though others come along with it")
  func theOnlyHitOpens() async throws {
    let session = try await session(try Laboratory())
    await session.press("f")
    await session.type("probe10")
    try session.expect("› Search › PROBE10")
  }

  @Test("A domain without wildcards is asked for the bare text when nothing else is found")
  func bareTextIsAskedForSecond() async throws {
    let lab = try laboratoryWithBarcodes()
    lab.server.change { $0.tables["SEARCH"] = StrictTable([]) }
    let session = try await session(lab)
    await session.press("f")
    await session.type("4711")
    try session.expect("Nothing found.")
    #expect(lab.server.takeCalls().count { $0.contains("SEARCH") } == 4)
  }

  @Test("Nothing is said to have changed at the first look")
  func nothingChangesAtTheFirstLook() async throws {
    let session = try await session(try Laboratory())
    try session.expect("2 entities")
    try session.expectNo("changed")
  }

  @Test("Nothing is new at the first look at an object, its data set or its details")
  func nothingIsNewAtTheFirstLook() async throws {
    let lab = try Laboratory(.withoutPlugins)
    let session = try await session(lab)
    // Where the clock stands still nothing is ever news.
    for key in [Key.down, .enter, .down, .enter, .down, .enter, .down, .enter] {
      lab.pass(seconds: 5)
      await session.press(key)
      try session.expectNo("•")
    }
    try session.expect("▼ FERN-1")
    try session.expect("Data set (RAW_DATA)")
    try session.expectNo("new")
    try session.expectNo("changed")
    lab.pass(seconds: 5)
    await session.press("d")
    try session.expect("Königsfarn")
    try session.expectNo("•")
  }

  @Test("A data set whose store can't be asked still leads to its own details")
  func aDataSetWithoutItsStoreHasDetails() async throws {
    let lab = try Laboratory(.withoutPlugins)
    lab.server.change { $0.instance.storeAddress = "" }
    let session = try await session(lab)
    await session.press(.down, .enter, .down, .enter, .down, .enter, .down, .enter, .down, .enter)
    try session.expect("✕ Loading failed")
    await session.press("d")
    try session.expect("Data set (RAW_DATA)")
    try session.expect("20261122020728292-50")
  }

  @Test("A list that stays open is refreshed when the instance wants it")
  func openListsAreRefreshed() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    _ = lab.server.takeCalls()
    lab.pass(seconds: 1_800)
    await session.pass(seconds: 1_800)
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    try session.expect("LIVE")
    await session.press(.enter)
    _ = lab.server.takeCalls()
    lab.pass(seconds: 1_800)
    await session.pass(seconds: 1_800)
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
  }

  @Test("Details of what is in the trash say so, and aren't LIVE")
  func whatIsGoneIsNotLive() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    await session.press(.enter, .down, "d")
    try session.expect("LIVE")
    lab.server.change { state in
      for place in state.instance.samples.indices { state.instance.samples[place].isInTrash = true }
    }
    lab.pass(seconds: 60)
    await session.press("r")
    try session.expect("DELETED")
    try session.expect("no longer")
  }

  @Test("The top line names the server that can't be reached")
  func theServerThatFailsIsNamed() async throws {
    let lab = try Laboratory()
    let reader = lab.viewer.reader
    let ages = ResponseAges()
    let away = reader.provenance(ages, HTTPError.refused(host: "www.ebi.ac.uk"))
    #expect(away.source == .live("www.ebi.ac.uk") && away.dataStatus == .offline)
    let own = reader.provenance(ages, OpenBISError.storeDown("x"))
    #expect(own.source == .live("lab.example") && own.dataStatus == .offline)
  }

  @Test("openBIS tree has export and search") func theTreeIsSearchedAndExported() async throws {
    let session = try await session(try Laboratory())
    await session.press("t", "e")
    try session.expect("Export")
    await session.press(.escape, "f")
    try session.expect("› Search")
  }

  @Test("openBIS category that fails is named, others are loaded")
  func aCategoryThatFailsIsNamedAndTheOthersCome() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    let session = try await session(lab)
    try session.expect("Probes could not be synced")
    await session.press(.end, .enter)
    try session.expect("5 entities below")
  }

  @Test("openBIS without the service shows spaces and says so")
  func anInstanceWithoutTheServiceSaysSo() async throws {
    let session = try await session(try Laboratory(.withoutPlugins))
    try session.expect("Spaces (V3, no service)")
    try session.expect("GARDEN")
    await session.press(.down, .enter, .down, .enter)
    try session.expect("▼ FERNS")
  }

  @Test("openBIS search asks the server") func theSearchAsksTheServer() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    await session.press("f")
    await session.type("probe")
    try session.expect("asks for *probe*")
    try session.expect("PROBE1")
    #expect(lab.server.takeCalls().contains { $0.contains("SEARCH") })
  }

  // MARK: Another process

  /// The next process of a session: it has what is on the disk, and nothing that this one knows
  /// besides.
  private func next(
    after session: TestSession<Route>, _ lab: Laboratory
  ) async throws -> TestSession<Route> {
    try await TestSession(
      lab.viewer.application, store: session.store, time: TestClock(at: lab.server.now))
  }

  /// Where one searches by barcodes, too.
  private func laboratoryWithBarcodes() throws -> Laboratory {
    let lab = try Laboratory()
    lab.server.change {
      $0.tables["CLIENT_PREFS"] = StrictTable(
        ["KEY", "VALUE"],
        [
          [
            "SEARCH_DOMAINS",
            #"[{"label":"Search","key":"GLOBAL"},{"label":"Barcode","key":"BARCODE"}]"#,
          ]
        ])
    }
    return lab
  }

  private func barcodeSearch(_ lab: Laboratory) async throws -> TestSession<Route> {
    let session = try await session(lab)
    await session.press("f")
    await session.type("probe")
    await session.press(.tab)
    try session.expect("Barcode")
    try session.expect("PROBE1")
    _ = lab.server.takeCalls()
    return session
  }

  @Test("openBIS search resumes in its domain") func aSearchComesBackInTheDomainThatWasChosen()
    async throws
  {
    let lab = try laboratoryWithBarcodes()
    let session = try await barcodeSearch(lab)
    let next = try await next(after: session, try lab.restarted())
    #expect(next.frame.text == session.frame.text)
    let calls = lab.server.takeCalls()
    #expect(calls.contains { $0.hasSuffix("SEARCH BARCODE") })
    #expect(!calls.contains { $0.contains("CLIENT_PREFS") })
    await next.press(.tab)
    try next.expectNo("Barcode")
    #expect(lab.server.takeCalls().contains { $0.hasSuffix("SEARCH GLOBAL") })
  }

  @Test("openBIS search without a cache requests the domains")
  func whereNothingIsKeptTheServerIsAskedForItsDomains() async throws {
    let lab = try laboratoryWithBarcodes()
    let session = try await barcodeSearch(lab)
    let next = try await next(
      after: session, try Laboratory(after: lab, files: .inMemory()))
    try next.expect("Barcode")
    #expect(lab.server.takeCalls().contains { $0.hasSuffix("SEARCH BARCODE") })
  }

  @Test("openBIS search in any field resumes") func aSearchThroughAnyFieldComesBack() async throws {
    let lab = try Laboratory(.withoutPlugins)
    let session = try await session(lab)
    await session.press("f")
    await session.type("fern")
    try session.expect("Any field")
    let next = try await next(after: session, try lab.restarted())
    #expect(next.frame.text == session.frame.text)
  }

  /// The row that led there, which knew the name, was the other process's.
  @Test("openBIS details without a cache resume under their name")
  func detailsThatAreNotKeptComeBackUnderTheirName() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.setAway(true)
    let session = try await session(try lab.restarted())
    await session.press("t", .enter, .down, "d")
    try session.expect("› Tree › PROBE1")
    let next = try await next(after: session, try lab.restarted())
    try next.expect("› Tree › PROBE1")
  }

  // MARK: Keys

  @Test("openBIS refresh of the first list syncs") func refreshingTheFirstListSyncs() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    _ = lab.server.takeCalls()
    await session.press("r")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    await session.press("R")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    try session.expect("LIVE")
  }

  @Test(
    "openBIS at a server: the restoration law holds", arguments: [1, 2] as [UInt64],
    [Size.usual, Size(rows: 40, columns: 120)])
  func everyEventIsRestored(seed: UInt64, size: Size) async throws {
    let lab = try Laboratory()
    try await lab.synced()
    try await assertRestorable(
      try lab.restarted().viewer.application, size: size, script: .random(seed: seed, count: 120))
  }
}
