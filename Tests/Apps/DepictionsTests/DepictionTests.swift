import Chemistry
import Terminals
import Testing

@testable import Depictions

@Suite struct DepictionTests {
  private func text(
    _ molecule: Molecule, _ size: Size = Size(rows: 12, columns: 40),
    from viewpoint: Viewpoint = .whole, in script: Depiction.Script = .braille
  ) -> String {
    Depiction(molecule, size: size, from: viewpoint, in: script).text
  }

  @Test("Depiction labels carbon only if alone, charged or labelled")
  func carbonHasNoLettersUnlessItIsAloneOrSaysMore() {
    #expect(!text(Structures.acetone).contains("C"))
    #expect(text(Structures.methane) == "                   CH₄")
    var ion = Structures.acetone
    ion.atoms[1].charge = 1
    #expect(text(ion).contains("C⁺"))
    var labelled = Structures.acetone
    labelled.atoms[0].isotope = 13
    #expect(text(labelled).contains("¹³C"))
  }

  @Test("Depiction shows alias and value of an atom") func theAuthorsLabelAndValueOfAnAtomAreDrawn()
  {
    var molecule = Structures.acetone
    molecule.atoms[0].extras = [Extra(.connectionTable, "ALIAS", #"CF\s3\n"#)]
    molecule.atoms[0].charge = 1
    #expect(text(molecule).contains("CF3⁺"))
    molecule.atoms[0].extras = [Extra(.connectionTable, "ALIAS", "NMe3+")]
    #expect(text(molecule).contains("NMe3+"))
    #expect(!text(molecule).contains("⁺"))
    molecule.atoms[1].extras = [Extra(.connectionTable, "VALUE", "pKa 4.6")]
    #expect(text(molecule).contains("pKa 4.6"))
  }

  /// Two atoms far from all others, in a drawing that is enlarged: of such a bond millions of
  /// strokes are out of sight.
  @Test(
    "Depiction of bonds far out of sight takes no time", .timeLimit(.minutes(1)),
    arguments: [Bond.Stereo.either, .down])
  func whatIsOutOfSightCostsNothing(stereo: Bond.Stereo) {
    var molecule = Structures.acetone
    let first = molecule.atoms.count
    for number in 0..<300 {
      molecule.atoms.append(Structures.atom("C", Double(number) * 0.01, 0))
      molecule.atoms.append(Structures.atom("C", 900_000 + Double(number), 900_000))
      molecule.bonds.append(
        Bond(from: first + 2 * number, to: first + 2 * number + 1, stereo: stereo))
    }
    for _ in 0..<600 {
      molecule.atoms.append(Structures.atom("C", 1, 1))
      molecule.atoms.append(Structures.atom("C", 2, 1))
      molecule.bonds.append(Bond(from: molecule.atoms.count - 2, to: molecule.atoms.count - 1))
    }
    for roll in 0..<10 {
      _ = text(molecule, from: Viewpoint(zoom: 100, roll: Double(roll)))
    }
  }

  @Test("Depiction of many double bonds at an atom keeps few companions")
  func whereManyDoubleBondsMeetNoneRemembersAllOfTheOthers() {
    var star = Molecule(atoms: [Structures.atom("C", 0, 0)])
    for number in 0..<500 {
      star.atoms += [
        Structures.atom("C", Double(number), 1), Structures.atom("C", Double(number), 2),
      ]
      star.bonds.append(Bond(from: 0, to: 2 * number + 1, .double))
      star.bonds.append(Bond(from: 2 * number + 1, to: 2 * number + 2))
    }
    #expect(Sketch(star).bonds.reduce(0) { $0 + $1.companions.count } < 2_000)
  }

  @Test("Depiction draws hydrogens on the side without bonds")
  func hydrogensStandOnTheSideWithoutBonds() {
    func amine(_ x: Double) -> Molecule {
      Molecule(
        atoms: [
          Structures.atom("N", 0, 0, hydrogens: 2), Structures.atom("C", x, 0.4, hydrogens: 3),
        ], bonds: [Bond(from: 0, to: 1)])
    }
    #expect(text(amine(1.5)).contains("H₂N"))
    #expect(text(amine(-1.5)).contains("NH₂"))
    #expect(text(Structures.water, in: .ascii).contains("H2O"))
  }

  @Test("Depiction has charges behind and subscripts") func chargesStandBehindAndFiguresAreSmall() {
    #expect(text(Structures.alanine).contains("H₃N⁺"))
    #expect(text(Structures.alanine).contains("O⁻"))
    #expect(text(Structures.alanine, in: .ascii).contains("H3N+"))
  }

  @Test("Depiction of aromatic bonds equals single and double ones")
  func aromaticBondsAreSingleAndDoubleOnes() {
    #expect(text(Structures.aromaticBenzene) == text(Structures.benzene))
  }

  @Test("Depiction of a ring has second lines inside")
  func theSecondLineOfARingsDoubleBondStandsInside() {
    let size = Size(rows: 16, columns: 40)
    let full = Depiction(Structures.benzene, size: size)
    let plain = Depiction(Structures.ring(6) { _ in .single }, size: size)
    func columns(_ picture: Depiction) -> [Int] {
      (0..<size.columns).filter { column in
        (0..<size.rows).contains { picture[$0, column].character != " " }
      }
    }
    #expect(columns(full) == columns(plain))
    #expect(full != plain)
  }

  @Test("Depiction in ASCII has no other characters") func asciiHasNothingElse() {
    for molecule in [Structures.alanine, Structures.stereo, Structures.acetonitrile] {
      let picture = text(molecule, in: .ascii)
      #expect(picture.unicodeScalars.allSatisfy { $0.isASCII })
    }
    #expect(text(Structures.acetonitrile, in: .ascii).contains("#"))
    #expect(text(Structures.stereo, in: .ascii).contains(":"))
  }

  @Test("Depiction colours letters by their element") func eachLetterKnowsItsElement() {
    let picture = Depiction(Structures.alanine, size: Size(rows: 12, columns: 40))
    let symbols = Set(picture.cells.compactMap(\.symbol))
    #expect(symbols == ["N", "O"])
    #expect(picture.cells.count { $0.symbol == "N" } == 4)
    #expect(Role(symbol: "N") == .accent)
    #expect(Role(symbol: nil) == .text)
  }

  @Test(
    "Depiction is centred in its size",
    arguments: [
      Size(rows: 4, columns: 12), Size(rows: 24, columns: 80), Size(rows: 50, columns: 30),
    ])
  func aDrawingFillsItsGridAndNoMore(size: Size) {
    let picture = Depiction(Structures.alanine, size: size)
    let rows = (0..<size.rows).filter { row in
      (0..<size.columns).contains { picture[row, $0].character != " " }
    }
    let columns = (0..<size.columns).filter { column in
      (0..<size.rows).contains { picture[$0, column].character != " " }
    }
    #expect(picture.text.contains("H₃N⁺"))
    #expect(picture.text.contains("O⁻"))
    // Centred, but for a cell.
    #expect(abs((rows.first ?? 0) - (size.rows - 1 - (rows.last ?? 0))) <= 1)
    #expect(abs((columns.first ?? 0) - (size.columns - 1 - (columns.last ?? 0))) <= 1)
  }

  @Test("Depiction rotated about an axis shows hidden atoms")
  func turningAboutAnAxisShowsWhatStoodBehind() {
    let structure = PreparedStructure(Structures.spatial)
    #expect(structure.isSpatial)
    let size = Size(rows: 10, columns: 40)
    let front = Depiction(structure, size: size)
    let side = Depiction(structure, size: size, from: Viewpoint(turn: 90))
    func dots(_ picture: Depiction) -> Int {
      picture.cells.count { $0.symbol == nil && $0.character != " " }
    }
    #expect(dots(side) > dots(front))
    #expect(!PreparedStructure(Structures.acetone).isSpatial)
  }

  @Test("Depiction zoomed in shows a part and can be moved")
  func zoomingShowsLessOfItAndMovingTheRest() {
    let size = Size(rows: 8, columns: 24)
    let near = Viewpoint(zoom: 4)
    #expect(!text(Structures.alanine, size, from: near).contains("O⁻"))
    let moved = Viewpoint(zoom: 4, across: 1e9)
    #expect(text(Structures.alanine, size, from: moved).contains("O⁻"))
  }

  @Test(
    "Depiction moves to the edge and no farther",
    arguments: [
      PreparedStructure(Structures.alanine), PreparedStructure(Structures.esterification),
    ])
  func theEyeReachesTheEdgeAndNoFarther(structure: PreparedStructure) {
    for size in [Size(rows: 8, columns: 24), Size(rows: 20, columns: 100)] {
      let reach = structure.reach(at: size, from: Viewpoint(roll: 30))
      #expect(reach.across > 0 && reach.down > 0)
      func picture(_ across: Double, _ down: Double) -> Depiction {
        Depiction(structure, size: size, from: Viewpoint(across: across, down: down, roll: 30))
      }
      #expect(picture(1e9, 0) == picture(reach.across, 0))
      #expect(picture(0, -1e9) == picture(0, -reach.down))
      #expect(picture(reach.across - 1, 0) != picture(reach.across, 0))
      #expect(picture(0, 1 - reach.down) != picture(0, -reach.down))
    }
    #expect(
      PreparedStructure(Molecule()).reach(at: Size(rows: 9, columns: 9), from: .whole) == (0, 0))
  }

  @Test("Depiction turned by 360 degrees is unchanged") func aFullTurnIsNone() {
    let turned = Viewpoint(roll: 360)
    #expect(text(Structures.stereo, from: turned) == text(Structures.stereo))
  }

  @Test("Depiction without coordinates is empty") func thereIsNothingToDrawWithoutPlaces() {
    let size = Size(rows: 5, columns: 20)
    #expect(Depiction(Molecule(), size: size).isEmpty)
    let heap = Molecule(atoms: [Atom("C"), Atom("O")], bonds: [Bond(from: 0, to: 1)])
    #expect(Depiction(heap, size: size).isEmpty)
    #expect(Depiction(heap, size: size).text.isEmpty)
    #expect(!Depiction(Structures.water, size: size).isEmpty)
  }

  @Test(
    "Depiction survives any number of a file",
    arguments: [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, 0, 1e9,
    ])
  func noNumberOfAFileIsTooMuch(number: Double) {
    var molecule = Structures.alanine
    molecule.atoms[2].position = Chemistry.Position(x: number, y: -number, z: number)
    molecule.atoms[1].charge = .max
    molecule.atoms[3].hydrogens = .max
    molecule.atoms[4].isotope = .min
    molecule.atoms[5].unpairedElectrons = .max
    let viewpoint = Viewpoint(
      zoom: number, across: number, down: number, turn: number, tilt: number, roll: number)
    for script in [Depiction.Script.braille, .ascii] {
      for size in [
        Size(rows: 0, columns: 0), Size(rows: 1, columns: 1), Size(rows: 9, columns: 30),
      ] {
        let picture = Depiction(molecule, size: size, from: viewpoint, in: script)
        #expect(picture.cells.count == size.rows * size.columns)
      }
    }
  }

  @Test("Depiction label may contain any characters") func aLabelMayHoldAnything() {
    var molecule = Structures.acetone
    molecule.atoms[3].symbol = "\u{1B}[31m漢\u{202E}\n" + String(repeating: "x", count: 500)
    let picture = Depiction(molecule, size: Size(rows: 6, columns: 20))
    #expect(picture.cells.allSatisfy { CellWidth.of(String($0.character)) == 1 })
  }

  @Test("Depiction of a reaction has an arrow and the agent")
  func aReactionHasItsArrowAndItsAgentsName() {
    let size = Size(rows: 10, columns: 70)
    let picture = Depiction(Structures.esterification, size: size, in: .ascii)
    #expect(picture.text.contains(">"))
    #expect(picture.text.contains("H+"))
    #expect(picture.text.contains(" + "))
    // It isn't turned, whatever is asked.
    let turned = Depiction(
      Structures.esterification, size: size, from: Viewpoint(roll: 45), in: .ascii)
    #expect(turned == picture)
  }

  @Test("Depiction of a reaction on a high screen has two lines")
  func ofAReactionMoreIsSeenInTwoLinesOnAHighScreen() {
    let high = Depiction(
      Structures.esterification, size: Size(rows: 30, columns: 24), in: .ascii)
    let rows = high.text.split(separator: "\n", omittingEmptySubsequences: false)
    let arrow = rows.firstIndex { $0.contains(">") } ?? 0
    let plus = rows.firstIndex { $0.contains("+ H2O") || $0.contains("+  H2O") } ?? 0
    #expect(arrow > plus)
  }

  @Test("Depiction label omits SketchEl markup") func aLabelIsDrawnWithoutTheMarkUpOfSketchEl() {
    let molecule = Molecule(atoms: [Atom("P|Ph{3}")])
    #expect(Sketch(molecule).atoms.first?.label?.symbol == "PPh3")
  }
}
