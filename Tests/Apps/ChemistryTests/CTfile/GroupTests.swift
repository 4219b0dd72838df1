import Testing

@testable import Chemistry

@Suite struct GroupTests {
  /// Propylene glycol's polymer with the data of an atom, a multiple and a superatom.
  static let polymer = """
    polymer
      Reprise           2D

      6  5  0  0  0  0  0  0  0  0999 V2000
        0.0000    0.0000    0.0000 *   0  0
        1.2990    0.7500    0.0000 O   0  0
        2.5981    0.0000    0.0000 C   0  0
        3.8971    0.7500    0.0000 C   0  0
        5.1962    0.0000    0.0000 *   0  0
        3.8971    2.2500    0.0000 C   0  0
      1  2  1  0
      2  3  1  0
      3  4  1  0
      4  5  1  0
      4  6  1  0
    M  STY  4   1 SRU   2 DAT   3 MUL   4 SUP
    M  SLB  4   1   7   2   2   3   3   4   4
    M  SCN  1   1 HT
    M  SPL  1   3   1
    M  SBT  1   1   1
    M  SDS EXP  1   4
    M  SAL   1  4   2   3   4   6
    M  SBL   1  2   1   4
    M  SMT   1 n
    M  SDI   1  4    0.6495   -0.3750    0.6495    1.1250
    M  SDI   1  4    4.5466    1.1250    4.5466   -0.3750
    M  SAL   2  1   6
    M  SDT   2 pKa                            N
    M  SDD   2     4.2000    2.6000    DA    ALL  1       5
    M  SED   2 15.4
    M  SAL   3  2   3   4
    M  SPA   3  1   3
    M  SMT   3 2
    M  SAL   4  1   6
    M  SBL   4  1   5
    M  SMT   4 Me
    M  SBV   4   5    0.0000   -1.5000
    M  SCL   4 AA
    M  SAP   4  1   6   4 Al
    M  CRS   1  2   1   4
    M  END

    """

  /// Attributes may be written in another order; numbers are told to four digits.
  static func meaning(of groups: [SubstanceGroup]) -> [[String]] {
    groups.map { group in
      [group.kind, String(group.number)]
        + group.attributes.map { extra in
          let words = extra.value.split { " ()".contains($0) }.map { word in
            Double(word).map { Characters.fixed($0, 3) } ?? String(word)
          }
          return extra.key + "=" + words.joined(separator: " ")
        }.sorted()
    }
  }

  @Test(
    "Molfile S-groups round-trip with every attribute",
    arguments: [MolfileWriter.Version.v2000, .v3000])
  func everyAttributeComesBack(version: MolfileWriter.Version) throws {
    let molecule = try Samples.molecule(GroupTests.polymer)
    #expect(molecule.groups.map { $0.kind } == ["SRU", "DAT", "MUL", "SUP"])
    #expect(MolfileWriter.fitsTable(molecule))
    var writer = MolfileWriter(version)
    let again = try Samples.molecule(writer.text(of: molecule))
    #expect(GroupTests.meaning(of: again.groups) == GroupTests.meaning(of: molecule.groups))
    #expect(writer.problems == [])
    // And back by the other version.
    var other = MolfileWriter(version == .v2000 ? .v3000 : .v2000)
    let twice = try Samples.molecule(other.text(of: again))
    #expect(GroupTests.meaning(of: twice.groups) == GroupTests.meaning(of: molecule.groups))
  }

  @Test("Molfile S-group with an impossible atom number ignores it")
  func aNumberThatNoAtomHasIsNone() {
    let group = SubstanceGroup(
      kind: "SRU",
      attributes: [
        Extra(.connectionTable, "ATOMS", "(3 1 -9223372036854775808 2)"),
        Extra(.connectionTable, "XBONDS", "(1 -9223372036854775808)"),
      ])
    #expect(group.atoms == [0, 1])
    #expect(group.numbers(of: "XBONDS").isEmpty)
  }

  @Test("V3000 S-group field data in square brackets are quoted")
  func whatStandsInSquareBracketsIsQuoted() throws {
    var molecule = try Samples.molecule(Samples.alanine)
    molecule.groups = [
      SubstanceGroup(
        kind: "DAT", number: 1,
        attributes: [
          Extra(.connectionTable, "ATOMS", "(1 1)"),
          Extra(.connectionTable, "FIELDDATA", "[0.5;1.2["),
          Extra(.connectionTable, "FIELDNAME", "range"),
        ])
    ]
    var writer = MolfileWriter(.v3000)
    let again = try Samples.molecule(writer.text(of: molecule))
    #expect(again.groups.first?.fieldData == "[0.5;1.2[")
    #expect(again.groups.first?.fieldName == "range")
  }

  @Test("V2000 S-group coordinates of full width are separated")
  func coordinatesOfFullWidthAreToldApart() throws {
    let text = GroupTests.polymer.replacing(
      "M  SDI   1  4    0.6495   -0.3750    0.6495    1.1250",
      with: "M  SDI   1  4-1000.6495-1000.3750-1000.6495-1001.1250")
    let group = try #require(try Samples.molecule(text).groups.first)
    #expect(
      group.brackets.first
        == .init(
          from: Position(x: -1000.6495, y: -1000.375), to: Position(x: -1000.6495, y: -1001.125)))
  }

  @Test(
    "Molfile S-group text that V2000 would cut is written as V3000",
    arguments: [
      ("FIELDNAME", "a name of more than thirty letters"),
      ("FIELDINFO", "a unit of more than twenty"),
      ("SAP", "(3 6 4 abc)"), ("CBONDS", "(1 5)"), ("BRKXYZ", "(9 123456 0 0 0 0 0 0 0 0)"),
    ])
  func aTextThatV2000CutsIsWrittenAsV3000(key: String, value: String) throws {
    var molecule = try Samples.molecule(GroupTests.polymer)
    let index = try #require(molecule.groups.firstIndex { $0.kind == "DAT" })
    molecule.groups[index].attributes.removeAll { $0.key == key }
    molecule.groups[index].attributes.append(Extra(.connectionTable, key, value))
    var writer = MolfileWriter()
    let text = writer.text(of: molecule)
    #expect(text.contains("V3000"))
    #expect(try Samples.molecule(text).groups == molecule.groups)
  }

  @Test("V3000 S-groups of any numbers keep their parents")
  func groupsOfAnyNumbersKeepTheirParents() throws {
    let text = Samples.alanineExtended.replacing(
      "M  V30 1 DAT 0",
      with: """
        M  V30 30 GEN 0 ATOMS=(1 10)
        M  V30 20 GEN 0 ATOMS=(1 20) PARENT=30
        M  V30 10 DAT 0 PARENT=20
        """)
    let molecule = try Samples.molecule(text)
    #expect(molecule.groups.map { $0.attributes.value("PARENT") } == [nil, "1", "2"])
    var writer = MolfileWriter(.v3000)
    #expect(try Samples.molecule(writer.text(of: molecule)) == molecule)
  }

  @Test("V3000 S-group defaults apply to the groups behind them")
  func defaultsAreThoseOfTheGroupsBehindThem() throws {
    let text = Samples.alanineExtended.replacing(
      "M  V30 1 DAT 0",
      with: """
        M  V30 DEFAULT CLASS=AA
        M  V30 1 SUP 0 ATOMS=(1 10) CLASS=LGRP
        M  V30 2 DAT
        """)
    let molecule = try Samples.molecule(text)
    #expect(molecule.groups.map { $0.attributes.value("CLASS") } == ["LGRP", "AA"])
    #expect(molecule.groups.last?.atoms == [3, 4])
  }

  @Test("Molfile S-group brackets follow their bond if another is omitted")
  func aBracketFollowsItsBondWhereAnotherIsLeftOut() throws {
    let text = GroupTests.polymer.replacing("  1  2  1  0", with: "  1  1  1  0")
    let groups = try Samples.molecule(text).groups
    #expect(groups.map { $0.numbers(of: "XBONDS") } == [[3], [], [], [4]])
    #expect(groups[3].attributes.value("CSTATE")?.hasPrefix("(4 4 ") == true)
  }

  @Test("Molfile S-group captions are those of the kind") func captionsAreThoseOfTheKind() throws {
    let groups = try Samples.molecule(GroupTests.polymer).groups
    #expect(groups.map { $0.caption } == ["n", "15.4", "2", "Me"])
    #expect(groups.map { $0.connection } == ["ht", "", "", ""])
    #expect(groups.map { $0.isBracketed } == [true, false, true, false])
    #expect(groups.map { $0.isRound } == [true, false, false, false])
    #expect(groups.map { $0.brackets.count } == [2, 0, 0, 0])
    #expect(groups[1].dataPosition(from: Position()) == Position(x: 4.2, y: 2.6))
    #expect(SubstanceGroup(kind: "SRU").caption == "n")
    #expect(SubstanceGroup(kind: "COP").caption == "co")
    #expect(SubstanceGroup(kind: "CRO").caption == "xl")
    #expect(SubstanceGroup(kind: "GEN").caption == "")
  }

  @Test("Molfile S-group data position is relative to the first atom")
  func aRelativePlaceIsCountedFromTheFirstAtom() {
    let display = "    1.0000   -2.0000    DR    ALL  1       5"
    let group = SubstanceGroup(
      kind: "DAT", attributes: [Extra(.connectionTable, "FIELDDISP", display)])
    #expect(group.dataPosition(from: Position(x: 3, y: 3)) == Position(x: 4, y: 1))
    let nowhere = SubstanceGroup(kind: "DAT")
    #expect(nowhere.dataPosition(from: Position()) == nil)
  }

  @Test("V3000 writer reports lines that V3000 cannot hold")
  func linesThatV3000HasNoPlaceForAreSaid() throws {
    let text = GroupTests.polymer.replacing("M  END", with: "M  LOG  1   1   0   0\nM  END")
    var writer = MolfileWriter(.v3000)
    _ = writer.text(of: try Samples.molecule(text))
    #expect(
      writer.problems.map { $0.message } == [
        "V3000 has no place for “M  LOG  1   1   0   0”."
      ])
  }
}
