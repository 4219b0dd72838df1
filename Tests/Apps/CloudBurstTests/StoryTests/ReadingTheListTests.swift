import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct ReadingTheListTests {
  private func list(_ size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<Route> {
    try await cloudBurst(size: size)
  }

  @Test("CloudBurst list in a wide window shows every column")
  func aWideWindowShowsEveryColumnAndCutsNoStatus() async throws {
    let session = try await list(Size(rows: 24, columns: 160))
    for text in [
      "Arresto in corso → Arrestato", "Eliminazione in corso", "Lab 05 WAS Admin", "UPDATED",
      "2010-03-14 13:00", "2147483648",
    ] {
      try session.expect(text)
    }
  }

  @Test("CloudBurst list names the sorted column if its heading is hidden")
  func theSortedColumnIsNamedWhereItHasNoRoom() async throws {
    let session = try await list()
    await session.press("I", "I")
    #expect(session.frame.text(ofRow: 22).contains("sorted by ID ▼"))
    try await session.killAndRelaunch()
    #expect(session.frame.text(ofRow: 22).contains("sorted by ID ▼"))
    #expect(session.selectedText?.contains("System 2147483648") == true)
  }

  @Test("CloudBurst list shows the position if rows are hidden")
  func thePositionIsSaidWhereNotAllRowsAreInSight() async throws {
    let session = try await list(Size(rows: 10, columns: 80))
    #expect(session.frame.text(ofRow: 8).hasSuffix(" 1 of 14 "))
    await session.press(.end)
    #expect(session.frame.text(ofRow: 8).hasSuffix("14 of 14 "))
    try await list().expectNo("of 14")
  }

  @Test(
    "CloudBurst filter finds text that no column shows",
    arguments: [
      ("rm01981", "Cluster ND"), ("failed", "Cluster ND"), ("remote_std_err", "Cluster ND"),
      ("10.20.0.70", "Codice"), ("future server", "Codice"), ("luca verdi (lucav)", "LucaV"),
      ("patterns/88", "東京"),
    ])
  func aFilterFindsWhatNoColumnShows(text: String, name: String) async throws {
    let session = try await list()
    await session.press("/")
    await session.type(text)
    try session.expect(name)
    try session.expect("of 14 match")
    try session.expectNo("14 of 14 match")
  }

  @Test("CloudBurst list shows status counts with a filter") func theCountsByStatusStayWithAFilter()
    async throws
  {
    let session = try await list()
    await session.press("/")
    await session.type("started")
    await session.press(.enter)
    try session.expect(" of 14 match")
    try session.expect("· 3 started")
    await session.press("/", .control("u"))
    await session.type("no such thing")
    await session.press(.enter)
    try session.expect("No system matches “no such thing”. Esc clears the filter.")
    await session.press(.escape)
    try session.expect("14 systems · 5 in transition")
  }

  @Test("CloudBurst detail shows the data of the server")
  func aDetailShowsWhatTheServerSaysOfTheSystem() async throws {
    let session = try await list()
    await session.press("/")
    await session.type("future")
    await session.press(.enter, .enter)
    for text in ["10.20.0.70  h70.example.it", "future server", "VMware", "RM01987 · unknown"] {
      try session.expect(text)
    }
  }
}
