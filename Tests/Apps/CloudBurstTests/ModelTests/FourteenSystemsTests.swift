import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct FourteenSystemsTests {
    /// A row of the fixture, as the list shows it.
    struct Row: Sendable, CustomTestStringConvertible {
      let id: String
      let title: String
      let statusClass: StatusClass
      let word: String
      let owner: String?
      let created: String
      var testDescription: String { id }
    }

    static let rows = [
      Row(
        id: "51", title: "Single Server", statusClass: .stopped, word: "Arrestato",
        owner: "Administrator", created: "2009-12-16 05:37:40 UTC"),
      Row(
        id: "59", title: "05WASadmin Cloned Lab Virtual System", statusClass: .inTransition,
        word: "Avvio", owner: "Lab 05 WAS Admin", created: "2010-01-19 02:36:00 UTC"),
      Row(
        id: "56", title: "LucaV", statusClass: .started, word: "Avviato", owner: "Luca Verdi",
        created: "2010-01-19 01:01:21 UTC"),
      Row(
        id: "61", title: "Cluster ND – collaudo", statusClass: .failed, word: "Non riuscito",
        owner: "Administrator", created: "2010-01-26 10:30:00 UTC"),
      Row(
        id: "62", title: "Portal QA", statusClass: .inTransition, word: "Arresto in corso",
        owner: "Lab 05 WAS Admin", created: "2010-03-14 12:00:00 UTC"),
      Row(
        id: "48", title: "Demo settembre (archivio)", statusClass: .stopped, word: "Archiviato",
        owner: "Luca Verdi", created: "2009-09-30 22:30:00 UTC"),
      Row(
        id: "73", title: "Deploy notturno", statusClass: .inTransition, word: "In coda",
        owner: "Administrator", created: "2011-02-02 23:59:59 UTC"),
      Row(
        id: "58", title: "capodanno", statusClass: .inTransition, word: "Eliminazione in corso",
        owner: "Lab 05 WAS Admin", created: "2010-01-01 00:00:00 UTC"),
      Row(
        id: "70", title: "Codice sconosciuto", statusClass: .unknown, word: "RM01987",
        owner: "Luca Verdi", created: "2010-11-17 13:20:00 UTC"),
      Row(
        id: "66",
        title: "WAS_ND_7.0.0.11_Cell01_DMgr_plus_16_CustomNodes_IHS_Pair_for_the_Retail_Banking_"
          + "Performance_Regression_Environment_owned_by_Team_Milano_do_not_stop_before_end_of_quarter",
        statusClass: .started, word: "Avviato", owner: "/resources/users/99",
        created: "2010-05-16 08:53:20 UTC"),
      Row(
        id: "69", title: "東京クラスター 🏢 Città Università Café", statusClass: .started,
        word: "Avviato", owner: "佐藤 花子", created: "2010-10-01 00:00:00 UTC"),
      Row(
        id: "71",
        title: "ostile \u{1B}[31mrosso\u{1B}[0m\u{7}\ttab\r\nriga2 \u{202E}abc",
        statusClass: .stopped, word: "Arrestato", owner: "佐藤 花子",
        created: "2010-10-31 00:00:00 UTC"),
      Row(
        id: "72", title: "Single Server", statusClass: .inTransition, word: "Avvio",
        owner: "Lab 05 WAS Admin", created: "2010-11-05 23:33:20 UTC"),
      Row(
        id: "2147483648", title: "System 2147483648", statusClass: .unknown, word: "no status",
        owner: nil, created: "0"),
    ]

    @Test("CloudBurst test data have 14 systems in the order of the server") @MainActor
    func thereAreFourteenRowsInTheServersOrder() async throws {
      let list = try await Appliance.unplugged().shownList().list
      #expect(list.systems.map(\.id.text) == Self.rows.map(\.id))
      #expect(list.entries.skipped.isEmpty)
      #expect(
        ListContent(list, Names(), .attested, .utc).summary
          == "1 failed · 2 unknown · 14 systems · 5 in transition · 3 stopped · 3 started")
    }

    @Test("CloudBurst list shows each system with status, owner and date", arguments: rows)
    @MainActor func everyRowReadsAsTheListShowsIt(row: Row) async throws {
      let (list, names) = try await Appliance.unplugged().shownList()
      let system = try #require(list[ResourceID(row.id)])
      #expect(system.title == row.title)
      #expect(system.statusClass(in: .attested) == row.statusClass)
      #expect(system.statusLabel(in: .attested) == row.word)
      #expect(system.owner.map { names[$0]?.short ?? $0 } ?? nil == row.owner)
      #expect(system.created?.text(in: .utc) == row.created)
    }

    @Test(
      "CloudBurst detail resolves its links",
      arguments: [
        ("56", "Luca Verdi (lucav)", "WebSphere single server", 1),
        ("51", "Administrator (cbadmin)", "WebSphere single server", 0),
        ("61", "Administrator (cbadmin)", "05WASAdmin Lab", 2),
        ("69", "佐藤 花子 (sato)", "クラスター", nil), ("66", "/resources/users/99", nil, nil),
        ("2147483648", nil, nil, nil),
      ])
    @MainActor func aDetailFollowsItsLinks(
      id: String, owner: String?, pattern: String?, machines: Int?
    ) async throws {
      let detail = try await Appliance.unplugged().shownDetail(id)
      #expect(detail.ownerText == owner)
      #expect(detail.patternText == pattern)
      #expect(detail.machines?.count == machines)
      #expect(detail.problems.isEmpty)
    }
  }
}
