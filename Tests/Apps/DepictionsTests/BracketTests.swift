import Chemistry
import Terminals
import Testing

@testable import Depictions

@Suite struct BracketTests {
  private func text(_ molecule: Molecule, in script: Depiction.Script = .ascii) -> String {
    Depiction(molecule, size: Size(rows: 16, columns: 60), in: script).text
  }

  /// The polymer without some attributes, or with others.
  private func polymer(
    without keys: Set<String> = [], kind: String = "SRU", adding extras: [(String, String)] = []
  ) -> Molecule {
    var molecule = Structures.polymer
    molecule.groups = [molecule.groups[0]]
    molecule.groups[0].kind = kind
    molecule.groups[0].attributes.removeAll { keys.contains($0.key) }
    molecule.groups[0].attributes += extras.map { Extra(.connectionTable, $0.0, $0.1) }
    return molecule
  }

  @Test("Depiction of a polymer has brackets with their labels")
  func aPolymersUnitStandsInBracketsWithItsLetters() {
    let picture = text(Structures.polymer)
    #expect(picture.contains("["))
    #expect(picture.contains("] n"))
    #expect(picture.contains("] ht"))
    #expect(text(Structures.polymer, in: .braille).contains("n"))
  }

  @Test("Depiction of round brackets is round") func roundBracketsAreRound() {
    let picture = text(polymer(adding: [("BRKTYP", "PAREN")]))
    #expect(picture.contains("(") && picture.contains(")") && picture.contains(" n"))
    #expect(!picture.contains("["))
  }

  @Test("Depiction of a data group is text without brackets") func dataAreWordsWithoutBrackets() {
    var molecule = Structures.polymer
    molecule.groups = [molecule.groups[1]]
    let picture = text(molecule)
    #expect(picture.contains("M = 40000"))
    #expect(!picture.contains("["))
  }

  @Test("Depiction of a superatom has no brackets") func aSuperatomIsDrawnOut() {
    #expect(
      text(polymer(kind: "SUP"))
        == text(
          {
            var bare = Structures.polymer
            bare.groups = []
            return bare
          }()))
  }

  @Test("Depiction of brackets without positions crosses leaving bonds")
  func bracketsWithoutPlacesStandAcrossTheBondsThatLeave() {
    let picture = text(polymer(without: ["BRKXYZ"]))
    #expect(picture.contains(" n"))
    let whole = text(polymer(without: ["BRKXYZ", "ATOMS"], adding: [("ATOMS", "(5 1 2 3 4 5)")]))
    #expect(whole.contains("[") && whole.contains("] n"))
  }

  @Test("Depiction of a multiple group has its number") func aMultipleHasItsNumber() {
    #expect(text(polymer(kind: "MUL", adding: [("MULT", "12")])).contains("] 12"))
  }

  @Test("Depiction ignores a bracket far away") func aBracketFarAwayIsNotBelieved() {
    let far = polymer(
      without: ["BRKXYZ"], adding: [("BRKXYZ", "(9 1e9 0 0 1e9 1 0 0 0 0)")])
    #expect(text(far) == text(polymer(without: ["BRKXYZ"])))
  }

  @Test(
    "Depiction survives any bracket of a file",
    arguments: ["", "(9 nan nan 0 inf 1 0 0 0 0)", "(9)", "(1 2 3)", "(9 0 0 0 0 0 0 0 0 0)"])
  func noBracketOfAFileIsTooMuch(bracket: String) {
    for atoms in ["(2 0 99)", "(1 -5)", "()", "(1 2)"] {
      let molecule = polymer(
        without: ["BRKXYZ", "ATOMS"], adding: [("BRKXYZ", bracket), ("ATOMS", atoms)])
      for script in [Depiction.Script.braille, .ascii] {
        #expect(!text(molecule, in: script).isEmpty)
      }
    }
  }

  @Test("Depiction cuts a long caption") func aLongCaptionIsCut() {
    var molecule = Structures.polymer
    molecule.groups[1].attributes.append(
      Extra(.connectionTable, "FIELDDATA", String(repeating: "long ", count: 50)))
    #expect(text(molecule).contains("long l..."))
  }

  @Test("Depiction captions give way to atoms") func captionsGiveWayToAtoms() {
    var molecule = Structures.polymer
    // Its words stand on the chlorine.
    molecule.groups[1].attributes.append(
      Extra(.connectionTable, "FIELDDISP", "    2.6000   -1.5000    DA    ALL  1       5"))
    let picture = text(molecule)
    #expect(picture.contains("Cl"))
    #expect(!picture.contains("40000"))
  }
}
