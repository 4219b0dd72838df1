import Accounts
import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  /// The demo data are a company's systems that an operator believes at first sight.
  @MainActor @Suite struct DemoDataTests {
    private let appliance = Appliance.unplugged(nil, .builtIn, .attested, time: .system)

    @Test("CloudBurst demo data have all status classes and one failure")
    func allClassesOccurAndOneSystemFailed() async throws {
      let (list, names) = try await appliance.shownList()
      #expect(list.entries.skipped.isEmpty)
      let content = ListContent(list, names, .attested, .utc)
      #expect(content.note == nil)
      #expect(
        content.summary
          == "1 failed · 1 unknown · 40 systems · 5 in transition · 7 stopped · 26 started")
      #expect(content.rows.allSatisfy { !$0.owner.hasPrefix("/") && $0.createdAt?.footer == "" })
    }

    @Test(
      "CloudBurst demo data contain the systems of the article",
      arguments: [
        ("51", "Single Server"), ("56", "LucaV"), ("59", "05WASadmin Cloned Lab Virtual System"),
      ])
    func theArticlesSystemsAreThere(id: String, name: String) async throws {
      #expect(try await appliance.shownList().list[ResourceID(id)]?.name == name)
    }

    @Test("CloudBurst demo data have machines and names for every system")
    func everySystemHasItsMachinesAndNamesForItsLinks() async throws {
      for system in try await appliance.shownList().list.systems {
        let detail = try await appliance.shownDetail(system.id.text)
        #expect(detail.machines != nil && detail.problems.isEmpty, "\(system.id)")
        #expect(detail.links.count == 3)
        #expect(detail.links.allSatisfy { detail.names[$0.link] != nil }, "\(system.id)")
      }
    }

    @Test("CloudBurst demo data contain no control characters") func nothingInThemIsHostile() throws
    {
      for (uri, body) in try DemoData.builtIn.bodies() {
        #expect(ResourceURI(uri)?.text == uri)
        let text = String(decoding: body, as: UTF8.self)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(!text.contains("\\u"))
      }
    }
  }
}
