import Testing

@testable import Chemistry

/// The counts that SketchEl's own author wrote into his files.
@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct SketchElOracleTests {
  /// The texts of all molecules in the sheets, and of the files of one.
  private func texts() throws -> [String] {
    try Corpus.files(["el"]).map { String(decoding: $0.bytes, as: UTF8.self) }
      + Corpus.files(["ds"]).flatMap { file -> [String] in
        var reader = DataSheetReader()
        let sheet = try reader.read(file.bytes)
        return sheet.rows.flatMap { $0.cells.compactMap { $0 } }
          .filter { $0.hasPrefix("SketchEl!") }
      }
  }

  @Test("SketchEl corpus: hydrogens are those that the author computed")
  func computedHydrogensAreThoseOfTheAuthor() throws {
    var count = 0
    var missed = 0
    for text in try texts() {
      var reader = SketchElReader(TextLines(Array(text.utf8)))
      let molecule = try reader.read()
      let lines = text.split(separator: "\n").dropFirst()
      for (atom, line) in zip(molecule.atoms, lines) {
        let field = line.split(separator: ",").first { $0.hasPrefix("i") }
        guard let stated = field.flatMap({ Int($0.dropFirst()) }) else { continue }
        count += 1
        if stated != atom.hydrogens { missed += 1 }
      }
    }
    #expect(count > 2000)
    // Carbons with five bonds, which the author's programs counted in different ways.
    #expect(missed <= 3, "\(missed) of \(count)")
  }

  @Test("SketchEl corpus: the second format gives the same molecules")
  func theSecondFormatSaysTheSame() throws {
    let file = try #require(try Corpus.files(["ds"]).first { $0.name.contains("formatelements") })
    var sheetReader = DataSheetReader()
    let sheet = try sheetReader.read(file.bytes)
    #expect(sheet.rows.count == 9)
    for row in sheet.rows {
      let pair = try row.cells.compactMap { $0 }.map { text in
        var reader = SketchElReader(TextLines(Array(text.utf8)))
        let molecule = try reader.read()
        #expect(reader.problems.all.isEmpty)
        return molecule
      }
      let (first, second) = (Likeness(pair[0]), Likeness(pair[1]))
      #expect(first.difference(from: second) == nil)
      #expect(pair[0].atoms.map { $0.extras } == pair[1].atoms.map { $0.extras })
      #expect(pair[0].bonds.map { $0.extras } == pair[1].bonds.map { $0.extras })
    }
  }
}
