import Testing

@testable import Chemistry

@Suite struct FormatErrorsTests {
  @Test("Format errors beyond the limit are counted") func problemsThatAreNotNamedAreCounted()
    throws
  {
    var problems = FormatErrors()
    for line in 1...200 {
      for _ in 1...2 where line <= 50 {
        problems.note(line: line, "A number is expected.", advice: "Write one.")
      }
      if line > 50 { problems.note(line: line, "A number is expected.", advice: "Write one.") }
    }
    #expect(problems.all.count == 51)
    #expect(problems.all.totalCount == 200)
    let last = try #require(problems.all.last)
    #expect(last.description.hasPrefix("Others aren't listed. 150 in all."))
    // They stay counted where they are noted with others.
    var others = FormatErrors()
    others.note(problems.all)
    others.note(line: 201, "A number is expected.", advice: "Write one.")
    #expect(others.all.totalCount == 201)
  }

  @Test("Format errors of 200 bad bonds are counted as 200") func hundredsOfBadBondsAreHundreds()
    throws
  {
    let bonds = String(repeating: "  1 99  1  0\n", count: 200)
    let text = Samples.alanine.replacing("  6  5  0", with: "  6205  0")
      .replacing("M  CHG", with: bonds + "M  CHG")
    let record = try #require(try Samples.document(text, "a.mol").records.first)
    #expect(record.problems.totalCount == 200)
  }

  @Test("Format errors of many records are merged with their number")
  func whatManyRecordsLoseIsOneProblemWithTheirNumber() throws {
    let text = String(repeating: Samples.alanine + "> <A>\n1\n\n$$$$\n", count: 1_000)
    let problems = try Samples.document(text).written(as: .cdx).problems
    let fields = try #require(problems.first { $0.message.contains("The fields of “alanine”") })
    #expect(fields.count == 1_000)
    #expect(fields.summary.hasSuffix("a drawing has none. 1000 in all."))
    // That it is about each record doesn't take the room of the other kinds.
    #expect(problems.contains { $0.message.hasPrefix("Left out of “alanine”: the comment line") })
    #expect((problems + problems).merged.map(\.count) == problems.map { $0.count * 2 })
  }
}
