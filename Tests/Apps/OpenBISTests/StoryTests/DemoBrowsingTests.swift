import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

@MainActor @Suite struct DemoBrowsingTests {
  @Test("openBIS first level is ordered by category") func theFirstLevelStandsCategoryByCategory()
    async throws
  {
    let session = try await openBIS()
    let rows = (0..<24).map { session.frame.text(ofRow: $0) }
    let titles = ["Protocols", "Probes", "Targets and Compounds"]
    let places = titles.compactMap { title in rows.firstIndex { $0.contains("› \(title)") } }
    #expect(places == places.sorted() && places.count == 3)
    try session.expect("3 entities")
    try session.expect("UNPLUGGED demo data")
  }

  @Test("openBIS list is headed by its parent") func theParentHeadsTheListOfItsChildren()
    async throws
  {
    let session = try await openBIS()
    await session.press(.down, .enter)
    #expect(session.selectedText?.hasPrefix("▼ Probes") == true)
    try session.expect("72 entities below")
    await session.press(.down, .enter)
    #expect(session.selectedText?.hasPrefix("▼ PROBE1 ") == true)
    try session.expect("CHEMBL299097")
    try session.expect("P08908")
    try session.expect("openBIS › Probes › PROBE1")
  }

  @Test("openBIS list sorts numbers in names") func numbersInNamesCount() async throws {
    let session = try await openBIS()
    await session.press(.down, .enter)
    try session.expect("PROBE9")
    try session.expect("PROBE10")
    try session.expectNo("PROBE70")
  }

  /// A target leads to its probes, and a probe to its target.
  @Test("openBIS circular browsing is limited and returns")
  func whoGoesInCirclesComesBackAndIsToldWhenItIsEnough() async throws {
    let session = try await openBIS()
    await session.press(.down, .enter, .down, .enter)
    for _ in 0..<20 { await session.press(.end, .enter, .down, .enter) }
    try session.expect("No more screens can be opened.")
    try await session.killAndRelaunch()
    for _ in 0..<40 { await session.press(.escape) }
    try session.expect("3 entities")
  }

  @Test("openBIS head of a list opens its details") func theHeadOfAListLeadsToItsDetails()
    async throws
  {
    let session = try await openBIS()
    await session.press(.down, .enter, .down, .enter, .enter)
    try session.expect("/PROBES/PROBE1")
    await session.press(.escape)
    #expect(session.selectedText?.hasPrefix("▼ PROBE1 ") == true)
  }

  @Test("openBIS details have properties, tables and links")
  func detailsHavePropertiesTablesAndTheWayOn() async throws {
    let session = try await openBIS(size: .wide)
    await session.press(.down, .enter, .down, "d")
    for text in [
      "Binding affinity against 5-hydroxytryptamine 1A receptor", "Half-maximal concentration",
      "Measured ──", "concentration, nM", "Below ──", "P08908", "CHEMBL299097", "PNG",
    ] { try session.expect(text) }
    await session.press(.end, .backTab, .enter)
    try session.expect("P08908")
  }

  @Test("openBIS filter ignores case and accents and resumes")
  func aFilterLooksThroughTheListWhateverTheAccents() async throws {
    let session = try await openBIS()
    await session.press(.end, .enter, "/")
    await session.type("TRÝPTOPHAN")
    try session.expect("2 of 115 match")
    try session.expect("/TRÝPTOPHAN")
    try await session.killAndRelaunch()
    try session.expect("2 of 115 match")
  }

  @Test("openBIS drilled list resumes in every window size")
  func aDrilledListComesBackAfterAKillInEveryWindow() async throws {
    let session = try await openBIS()
    await session.press(.down, .enter, .pageDown, .down)
    let selected = try #require(session.selectedText?.split(separator: " ").prefix(2))
    for size in [Size.wide, .small, .usual] {
      try await session.killAndRelaunch(size: size)
      #expect(session.selectedText?.split(separator: " ").prefix(2) == selected)
    }
    await session.press(.escape)
    #expect(session.selectedText?.hasPrefix("› Probes") == true)
  }

  @Test("openBIS details beside the list follow the selection")
  func detailsBesideTheListAreTheSelectedOnes() async throws {
    let session = try await openBIS(size: .wide)
    await session.press(.down, .enter, .down, .down)
    try session.expect("/PROBES/PROBE2")
    await session.send(.resize(.usual))
    try session.expectNo("/PROBES/PROBE2")
    await session.press("d")
    try session.expect("/PROBES/PROBE2")
    try await session.killAndRelaunch(size: .wide)
    try session.expect("/PROBES/PROBE2")
    try session.expect("PROBE1 ")
  }

  @Test("openBIS entity in the trash says so") func anEntityThatIsInTheTrashSaysSo() async throws {
    let session = try await openBIS()
    await session.press(.down, .enter, .end)
    #expect(session.selectedText?.hasPrefix("? PROBE72") == true)
    await session.press("d")
    try session.expect("trash")
  }

  @Test("openBIS raw response has the keys of the instance")
  func theRawAnswerHasTheInstancesOwnKeys() async throws {
    let session = try await openBIS()
    await session.press(.down, .enter, .down, "d", "y")
    try session.expect("\"PERM_ID\": \"20121008094501234-17\"")
    try await session.killAndRelaunch()
    try session.expect("\"entityKind\": \"SAMPLE\"")
  }
}

@MainActor @Suite struct TreeTests {
  @Test("openBIS tree branches resume and cycles end") func openBranchesComeBackAndCirclesEnd()
    async throws
  {
    let session = try await openBIS()
    await session.press("t", .down, .enter, .down, .enter, .end)
    try session.expect("77 entities")
    try await session.killAndRelaunch()
    try session.expect("77 entities")
    await session.press(.home, .down, .down, .down, .down, .enter)
    // The target leads to its probes, among them the one that it stands below.
    try session.expect("▼ P08908")
    await session.press(.down, .enter)
    try session.expect("openBIS › Tree › PROBE1")
  }

  @Test("openBIS tree: the restoration law holds") func everyEventIsRestored() async throws {
    let way: [Event] = ["t", .down, .enter, .down, .enter, .down, .down, .enter].map { .key($0) }
    let keys: [Key] = [.left, .left, .down, .enter, .pageDown, "d", .escape, "/", "1", .escape]
    try await assertRestorable(
      try demo().application,
      script: .events(way + keys.map { .key($0) } + [.resize(.wide), .resize(.small)]))
  }
}
