import Testing

@testable import Chemistry

@Suite struct SDfileTests {
  private let items = """
    >  <Name> (MFCD1) DT12
    alanine

    >  <Notes>
    one line
    >another
    third > <line

    > <Empty>

    > <No end>
    7.5
    $$$$

    """

  @Test("SDfile reader reads fields") func itemsAreRead() throws {
    let record = try #require(try Samples.document(Samples.alanine + items).records.first)
    #expect(record.molecule?.atoms.count == 6)
    #expect(record.fields.map { $0.name } == ["Name", "Notes", "Empty", "No end"])
    #expect(
      record.fields.map { $0.text } == ["alanine", "one line\n>another\nthird > <line", "", "7.5"])
    #expect(record.fields[0].annotation == "(MFCD1) DT12")
    #expect(record.problems.isEmpty)
  }

  @Test("SDfile reader reads fields without empty lines between them")
  func itemsWithoutEmptyLinesBetweenAreRead() throws {
    let text = Samples.alanine + "> <A>\n1\n> <B>\n2\n\n\n\n> <C>\n\n3\n\n4\n\n\n$$$$\n"
    let record = try #require(try Samples.document(text).records.first)
    #expect(record.fields.map { $0.text } == ["1", "2", "\n3\n\n4"])
    #expect(record.problems.count == 1)
  }

  @Test("SDfile reader: a broken record affects itself only") func aBrokenRecordCostsItselfAlone()
    throws
  {
    let broken = Samples.alanine.replacing(" 0.0000 N", with: " 0.00x0 N")
    let text = [Samples.alanine, broken, Samples.alanine].map { $0 + items }.joined()
    let document = try Samples.document(text)
    #expect(document.records.map { $0.molecule?.formula.hill } == ["C3H7NO2", nil, "C3H7NO2"])
    #expect(document.records[1].fields.count == 4)
    let lines = (Samples.alanine + items).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(document.records[1].problems.first?.location == .line(lines.count - 1 + 8))
    #expect(document.records.map { $0.name } == ["alanine", "alanine", "alanine"])
  }

  @Test("SDfile writer writes an unreadable record byte for byte")
  func anEntryThatCannotBeReadIsWrittenByteForByte() throws {
    let broken = Samples.alanine.replacing("alanine", with: "br\u{F6}ken")
      .replacing(" 0.0000 N", with: " 0.00x0 N")
    // Neither UTF-8 nor with this system's line breaks, nor with items as they are written here.
    let latin = (broken + "> 25 <A>\n1\n\n$$$$ end\n").unicodeScalars.flatMap { scalar -> [UInt8] in
      scalar == "\n" ? [0x0D, 0x0A] : [UInt8(scalar.value)]
    }
    let whole = Array((Samples.alanine + "$$$$\n").utf8)
    let document = try ChemicalDocument(whole + latin + whole)
    #expect(document.records.map(\.name) == ["alanine", "br\u{F6}ken", "alanine"])
    let written = document.written(as: .sdfile).bytes
    let again = try ChemicalDocument(written)
    #expect(again.records.map(\.name) == document.records.map(\.name))
    #expect(again.records[1].unread?.bytes == latin)
  }

  @Test(
    "SDfile writer begins a new record behind an unreadable one",
    arguments: ["", "\n", "\n$$$$", "\n$$$$\n", "\n$$$$\n\n\n"])
  func behindAnEntryThatCannotBeReadAnotherBegins(end: String) throws {
    let broken = Samples.alanine.replacing(" 0.0000 N", with: " 0.00x0 N") + "> <A>\n1"
    var document = try Samples.document(Samples.alanine + "$$$$\n" + broken + end)
    document.records.reverse()
    let text = String(decoding: document.written(as: .sdfile).bytes, as: UTF8.self)
    #expect(text.hasPrefix(broken + "\n$$$$\nalanine\n"))
    let again = try Samples.document(text)
    #expect(again.records.map { $0.molecule?.atoms.count } == [nil, 6])
  }

  @Test(
    "SDfile reader names an unreadable record by its first line",
    arguments: [
      ("alanine\n", "named\n", "named"), ("alanine\n", " \n", ""),
      ("alanine\n", "> <x>\n", "> <x>"),
      ("alanine\n  Reprise           2D\na comment\n", "", ""),
    ])
  func anEntryThatCannotBeReadHasTheNameOnItsFirstLine(
    head: String, other: String, name: String
  ) throws {
    let broken = Samples.alanine.replacing(" 0.0000 N", with: " 0.00x0 N")
      .replacing(head, with: other)
    let record = try #require(try Samples.document(broken + "$$$$\n", "a.sdf").records.first)
    #expect(record.structure == .none)
    #expect(record.name == name)
  }

  @Test("SDfile reader reports a record without structure") func aRecordWithoutStructureIsSaid()
    throws
  {
    let document = try Samples.document(Samples.alanine + "$$$$\n> <A>\n1\n\n$$$$\n")
    #expect(document.records.count == 2)
    #expect(document.records[1].fields.map { $0.text } == ["1"])
    #expect(document.records[1].problems.map { $0.message } == ["The record has no structure."])
  }

  @Test("SDfile round-trips") func whatIsWrittenIsReadAgain() throws {
    let document = try Samples.document(String(repeating: Samples.alanine + items, count: 3))
    let written = document.written(as: .sdfile)
    let again = try ChemicalDocument(written.bytes)
    #expect(again.records == document.records)
    #expect(written.problems.isEmpty)
  }

  @Test("SDfile field text that looks like a record end round-trips")
  func aTextThatLooksLikeTheEndIsNone() throws {
    var document = try Samples.document(Samples.alanine + "$$$$\n")
    document.records[0].fields = [
      Field("tricky", .text("$$$$\n> <x>\n\nend", .string)), Field("last", .text("1", .integer)),
    ]
    let again = try ChemicalDocument(document.written(as: .sdfile).bytes)
    #expect(again.records.count == 1)
    #expect(again.records[0].fields.map { $0.name } == ["tricky", "last"])
    #expect(again.records[0].fields[0].text == " $$$$\n > <x>\n\nend")
  }

  @Test(
    "SDfile title that looks like a field line round-trips",
    arguments: ["$$$$", "> <x>", ">  DT12"])
  func aTitleThatLooksLikeALineOfTheFileIsNone(title: String) throws {
    var document = try Samples.document(Samples.alanine + "> <A>\n1\n\n$$$$\n")
    var molecule = try #require(document.records[0].molecule)
    (molecule.name, molecule.comment) = (title, title)
    document.records[0].structure = .molecule(molecule)
    let written = document.written(as: .sdfile)
    #expect(written.problems.count == 1)
    let again = try ChemicalDocument(written.bytes)
    #expect(again.records.map(\.name) == [title])
    #expect(again.records[0].molecule?.atoms.count == 6)
    #expect(again.records[0].fields.map(\.text) == ["1"])
  }

  @Test(
    "SDfile field kind is guessed from all values",
    arguments: [
      (["1", "-2", " "], Field.Kind.integer), (["1", "2.5"], .real), (["true", "false"], .boolean),
      (["1", "x"], .string), ([], .string), (["9999999999"], .real), (["nan"], .string),
      (["true", "1"], .string), (["1e3"], .real),
    ] as [([String], Field.Kind)])
  func kindsAreGuessedFromAllValues(texts: [String], kind: Field.Kind) {
    #expect(Field.kind(of: texts) == kind)
  }
}
