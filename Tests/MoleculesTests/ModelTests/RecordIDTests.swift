import Chemistry
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct RecordIDTests {
  @Test func aFingerprintTellsRecordsApart() throws {
    let document = try ChemicalDocument(Array(Samples.drugs.utf8))
    let fingerprints = document.records.map { Fingerprint($0).text }
    #expect(Set(fingerprints).count == 5)
    #expect(fingerprints.allSatisfy { $0.count == 16 })
    var other = document.records[0]
    #expect(Fingerprint(other).text == fingerprints[0])
    other.fields.removeLast()
    #expect(Fingerprint(other).text != fingerprints[0])
  }

  @Test func aReferenceNamesAFileAndARecord() throws {
    let samples = try SampleFolder()
    #expect(RecordReference("a.sdf#12", folder: "/x").number == 12)
    #expect(RecordReference("a.sdf#12", folder: "/x").path == "/x/a.sdf")
    #expect(RecordReference("/y/a#b.sdf", folder: "/x").path == "/y/a#b.sdf")
    #expect(RecordReference("a.sdf#0", folder: "/x").number == nil)
    try samples.write("odd#3", Samples.aspirin)
    #expect(RecordReference("odd#3", folder: samples.folder.path).number == nil)
  }

  @Test func twoIdsOfOnePathAreTheSameFile() {
    #expect(FileID(path: "/a", stamp: "1") == FileID(path: "/a", stamp: "2"))
    #expect(FileID(path: "/a", stamp: "1") != FileID(path: "/b", stamp: "1"))
  }

  @Test func aFieldCatalogKnowsNamesAndNumbers() throws {
    let samples = try SampleFolder()
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

  @Test(arguments: [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (5 << 20, "5.0 MiB")])
  func sizesAreSaidInBytes(size: Int, words: String) { #expect(size.bytes == words) }
}
