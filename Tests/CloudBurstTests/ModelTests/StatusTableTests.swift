import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct StatusTableTests {
    @Test(arguments: [
      ("RM01005", StatusClass.inTransition, "Starting"), ("RM01006", .started, "Started"),
      ("RM01011", .stopped, "Stopped"),
    ])
    func theThreeAttestedCodesAreInBothTables(code: String, statusClass: StatusClass, word: String)
    {
      for table in [StatusTable.attested, .demoData] {
        #expect(table.statusClass(of: code) == statusClass)
        #expect(table.english(for: code) == word)
      }
    }

    @Test func nothingElseIsAttested() {
      #expect(StatusTable.attested.entries.count == 3)
    }

    @Test func thePlaceholdersAreLabelledAndServeTheDemoDataAlone() {
      let attested = StatusTable.attested.entries
      let placeholders = StatusTable.demoData.entries.filter { attested[$0.key] == nil }
      #expect(placeholders.count == 5)
      for entry in placeholders.values {
        #expect(entry.evidence == "synthetic: the built-in fixture's placeholder")
      }
    }

    @Test(arguments: [nil, "", "RM01987", "rm01006", "Avviato"])
    func anUnknownCodeIsNeverGuessed(code: String?) {
      #expect(StatusTable.demoData.statusClass(of: code) == .unknown)
      #expect(StatusTable.demoData.english(for: code) == nil)
    }

    @Test func theWordIsTheServersThenEnglishThenTheCode() {
      let table = StatusTable.attested
      #expect(table.word(for: "RM01006", text: "Avviato") == "Avviato")
      #expect(table.word(for: "RM01006", text: nil) == "Started")
      #expect(table.word(for: "RM01987", text: nil) == "RM01987")
      #expect(table.word(for: nil, text: nil) == nil)
    }

    @Test func everyClassHasItsOwnMarkWordAndRole() {
      #expect(Set(StatusClass.allCases.map(\.mark.symbol)).count == StatusClass.allCases.count)
      #expect(Set(StatusClass.allCases.map(\.word)).count == StatusClass.allCases.count)
      #expect(Set(StatusClass.allCases.map(\.role)).count == StatusClass.allCases.count)
    }
  }
}
