import Chemistry
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct RecordIDTests {
  @Test("Record fingerprints differ between records") func aFingerprintTellsRecordsApart() throws {
    let document = try ChemicalDocument(Array(Samples.drugs.utf8))
    let fingerprints = document.records.map { Fingerprint($0).text }
    #expect(Set(fingerprints).count == 5)
    #expect(fingerprints.allSatisfy { $0.count == 16 })
    var other = document.records[0]
    #expect(Fingerprint(other).text == fingerprints[0])
    other.fields.removeLast()
    #expect(Fingerprint(other).text != fingerprints[0])
  }

  /// Sessions of earlier releases know it so.
  @Test("Record fingerprint of an unreadable record ignores its name")
  func aRecordThatCannotBeReadHasItsFingerprintWithoutItsName() throws {
    let document = try ChemicalDocument(Array(Samples.damagedDrugs.utf8))
    let record = document.records[4]
    #expect(record.name == "broken")
    #expect(Fingerprint(record).text == Fingerprint(Record(.none, fields: record.fields)).text)
  }

  @Test("Record without a name is found at its number after a change")
  func aRecordWithoutANameIsFoundInItsPlaceThoughItHasChanged() throws {
    let samples = try SampleDirectory()
    let unnamed = Samples.drugs.replacing("aspirin\n", with: "\n")
    try samples.write("drugs.sdf", unnamed)
    let id = RecordID(1, in: FileID(samples.path("drugs.sdf")))
    #expect(id.name.isEmpty && !id.fingerprint.isEmpty)
    try samples.write("drugs.sdf", unnamed.replacing("\n1.19\n", with: "\n1.2\n"))
    let file = try ChemicalFile(path: samples.path("drugs.sdf"))
    let found = try file.find(id, in: "drugs.sdf")
    #expect(found.number == 1)
    #expect(found.change == "changed since it was opened, or another record")
  }

  @Test("Record outside of the searched range is not reported as gone")
  func aRecordThatIsNotAmongThoseSearchedIsNotSaidToBeGone() {
    let id = RecordID(number: 9, fingerprint: "1", name: "aspirin")
    let gone = RecordGone(id: id, file: "a.sdf", count: 20_000, searchedCount: 5_000)
    #expect(
      gone.errorDescription
        == "aspirin is not among the 5,000 records around its place in a.sdf.")
  }

  @Test(
    "File row takes any timestamp",
    arguments: [Int.min, -9_000_000_000_000_000, 0, 1_763_812_800, Int.max])
  func aFileOfAnyAgeHasARow(timestamp: Int) {
    let row = FileRow(path: "/nowhere", isRecent: true, opened: timestamp, zone: .utc)
    #expect(row.when.isEmpty == (timestamp == 0))
  }

  @Test("Record reference names a file and a record") func aReferenceNamesAFileAndARecord() throws {
    let samples = try SampleDirectory()
    #expect(RecordReference("a.sdf#12", directory: "/x").number == 12)
    #expect(RecordReference("a.sdf#12", directory: "/x").path == "/x/a.sdf")
    #expect(RecordReference("/y/a#b.sdf", directory: "/x").path == "/y/a#b.sdf")
    #expect(RecordReference("a.sdf#0", directory: "/x").number == nil)
    #expect(RecordReference("../a.sdf#2", directory: "/x/y").path == "/x/a.sdf")
    try samples.write("odd#3", Samples.aspirin)
    #expect(RecordReference("odd#3", directory: samples.directory.path).number == nil)
  }

  @Test(
    "Record number may have thousands separators only",
    arguments: [
      ("900000", 900_000), (" 7 ", 7), ("900,000", 900_000), ("1.234.567", 1_234_567),
      ("12 000", 12_000), ("12\u{202F}000", 12_000), ("1.5", nil), ("1,50", nil), ("1.2345", nil),
      ("1234.567", nil), ("1,234.567", nil), (".500", nil), ("1..000", nil), ("0", nil),
      ("-1", nil), ("+1", nil), ("1e3", nil), ("", nil), ("٣", nil),
      ("99999999999999999999", nil),
    ])
  func aNumberMayHaveSignsBetweenItsThousandsAlone(text: String, number: Int?) {
    #expect(recordNumber(text) == number)
  }

  @Test("File IDs of equal paths are equal") func twoIdsOfOnePathAreTheSameFile() {
    #expect(FileID(path: "/a", stamp: "1") == FileID(path: "/a", stamp: "2"))
    #expect(FileID(path: "/a", stamp: "1") != FileID(path: "/b", stamp: "1"))
  }

  @Test("Field catalog has names and numeric kinds") func aFieldCatalogKnowsNamesAndNumbers() throws
  {
    let samples = try SampleDirectory()
    let catalog = FieldCatalog(path: samples.path("drugs.sdf"))
    #expect(catalog.entries.map(\.name) == ["CAS", "logP", "Melting point", "Use"])
    #expect(catalog.entries.map(\.isNumeric) == [false, true, true, false])
    let columns = RecordRow.columns(catalog).map(\.id)
    #expect(columns.last == "field.Use")
    #expect(columns.allSatisfy { ListSort(text: $0)?.columnID == $0 })
    let odd = FieldCatalog([
      Record(.none, fields: [Chemistry.Field("a:desc%", .text("1", .string))])
    ])
    #expect(odd.entries.first?.columnID == "field.a%3Adesc%25")
    #expect(FieldCatalog(path: samples.path("nothing.sdf")).entries.isEmpty)
  }

  @Test(
    "Byte count of a file has a unit",
    arguments: [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (5 << 20, "5.0 MiB")])
  func sizesAreSaidInBytes(size: Int, words: String) { #expect(size.bytes == words) }
}
