import Chemistry
import Reprise
import Testing

@testable import Molecules

@MainActor @Suite struct RecordRowTests {
  private func row(_ record: Record) -> RecordRow {
    RecordRow(
      record, number: 1, fingerprint: "", id: "1",
      catalog: FieldCatalog([record], limit: .max), retainsRecord: false)
  }

  @Test("Record row shows the first of fields with equal names")
  func ofFieldsOfOneNameTheFirstIsShown() {
    let fields = [("pKa", "1\n2"), ("logP", "3"), ("pKa", "4")]
    let record = Record(.none, fields: fields.map { Chemistry.Field($0.0, .text($0.1, .string)) })
    #expect(row(record).fields == ["1 2", "3"])
  }

  /// Where each field is looked for among all, these take minutes.
  @Test("Record row of 300,000 fields is made in time", .timeLimit(.minutes(1)))
  func aRecordMayHaveHundredsOfThousandsOfFields() {
    let count = 300_000
    let fields = (0..<count).map { Chemistry.Field("field \($0)", .text(String($0), .string)) }
    #expect(row(Record(.none, fields: fields)).fields.last == String(count - 1))
  }

  @Test("molecules list --json filters and sorts by every field")
  func jsonIsFilteredAndSortedByEveryField() async throws {
    let samples = try SampleDirectory()
    let list = try #require(Molecules.commands.first { $0.name == "list" })
    func names(_ words: [String]) async throws -> [String?] {
      let words = ["list", samples.path("drugs.sdf"), "--json"] + words
      let text = try await list.run(try Molecules.program.arguments(words)).text
      return try JSON(Array(text.utf8)).array?.map { $0["name"]?.string } ?? []
    }
    let all = try await names([])
    #expect(all.count == 5)
    let sorted = try await names(["--sort", "field.CAS"])
    #expect(sorted.count == 5 && sorted != all)
    #expect(try await names(["--filter", "stimulant"]) == ["caffeine"])
  }
}
