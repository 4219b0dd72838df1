import Testing

@testable import Chemistry

@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct CorpusFormatTests {
  private let formats: [String: Set<ChemicalFormat>] = [
    "el": [.sketchEl], "ds": [.dataSheet], "cdx": [.cdx], "rxn": [.rxnfile],
    "rdf": [.rdfile, .rxnfile], "mol": [.molfile, .sdfile, .rxnfile], "sdf": [.sdfile],
  ]

  @Test("Chemical corpus: every file is recognized") func everyFileIsRecognized() throws {
    var others: [String] = []
    for file in try Corpus.files() {
      let format = ChemicalFormat.format(of: file.bytes, fileName: file.name)
      if format.map({ formats[file.directory]?.contains($0) == true }) != true {
        others.append("\(file) \(String(describing: format))")
      }
    }
    #expect(others == [])
  }

  @Test func reactionsHaveAsManyPartsAsRDKitAndIndigoFind() throws {
    var agreed = 0
    var missed: [String] = []
    let files = Dictionary(
      uniqueKeysWithValues: try Corpus.files(["rxn"]).map { ($0.name, $0) })
    for row in try Corpus.rows("ORACLE-rxn.tsv").dropFirst() where row.count >= 3 {
      guard row[1] != "ERR", row[1] == row[2].split(separator: " ").first.map({ String($0) }),
        let file = files[row[0]]
      else { continue }
      agreed += 1
      let reaction = try file.document().records.first?.reaction
      let counts = Reaction.Role.allCases.map { String(reaction?.components($0).count ?? -1) }
      if counts.joined(separator: ",") != row[1] { missed.append("\(row[0]) \(counts) \(row[1])") }
    }
    #expect(agreed > 60)
    #expect(missed == [])
  }

  @Test func rdfilesHaveAsManyRecordsAsIndigoFinds() throws {
    var missed: [String] = []
    let files = Dictionary(
      uniqueKeysWithValues: try Corpus.files(["rdf"]).map { ($0.name, $0) })
    for row in try Corpus.rows("ORACLE-rdf.tsv") where row.count >= 2 {
      guard let file = files[row[0]], let count = Int(row[1]) else { continue }
      let found = try file.document().records.count
      if found != count { missed.append("\(row[0]) \(found) \(count)") }
    }
    #expect(missed == [])
  }
}
