import Testing

@testable import Chemistry

@Suite struct SketchElTests {
  private func read(_ text: String) throws -> Molecule {
    var reader = SketchElReader(TextLines(Array(text.utf8)))
    return try reader.read()
  }

  private let sample = #"""
    SketchEl!(4,3)
    C=0.0000,1.5000;0,0,e1,z0.5000,m13,n4,xkept
    N\003D\002C=1.5000,0.0000;-1,1,i0,qA:yes
    Fe=0.0000,0.0000;2,0
    O=0.0000,0.0000,2.0000;0,0,i1
    1-2=2,0
    1-3=0,0,yhint
    1-4=1,2
    !End
    """#

  /// The same molecule in the second format.
  private let second = #"""
    Elements!(4,3)
    C=0.0000,1.5000,z0.5000,h1,i13,m4,xkept
    N\=\,=1.5000,0.0000,c-1,u1,qA:yes
    Fe=0.0000,0.0000,c2
    O=0.0000,0.0000,z2.0000
    1-2=2
    1-3=0,yhint
    1-4=1,d
    !End
    """#

  @Test("SketchEl reader reads all fields") func allFieldsAreRead() throws {
    let molecule = try read(sample)
    #expect(molecule.atoms[0].hydrogens == 1)
    #expect(molecule.atoms[0].hasFixedHydrogens)
    #expect(molecule.atoms[0].isotope == 13)
    #expect(molecule.atoms[0].map == 4)
    #expect(molecule.atoms[0].position == Position(x: 0, y: 1.5, z: 0.5))
    #expect(molecule.atoms[0].extras == [Extra(.sketchEl, "", "xkept")])
    #expect(molecule.atoms[1].symbol == "N=,")
    #expect(molecule.atoms[1].charge == -1)
    #expect(molecule.atoms[1].unpairedElectrons == 1)
    #expect(molecule.atoms[3].position.z == 2)
    #expect(molecule.atoms[3].hydrogens == 1)
    #expect(molecule.bonds.map { $0.order } == [.double, .zero, .single])
    #expect(molecule.bonds[1].extras == [Extra(.sketchEl, "", "yhint")])
    #expect(molecule.bonds[2].stereo == .down)
  }

  /// In a DataSheet the line is that of the sheet.
  @Test("SketchEl reader reports odd atoms with their line") func whatIsOddIsSaid() throws {
    let text = "SketchEl!(3,2)\nC=0,0;0,0\nN=1,0;1,0\nCL=2,0;0,0\n1-2=4,0\n1-3=1,0\n!End\n"
    var reader = SketchElReader(TextLines(Array(text.utf8), firstNumber: 41))
    let molecule = try reader.read()
    #expect(molecule.atoms.map(\.symbol) == ["C", "N", "CL"])
    #expect(reader.problems.all.map(\.location) == [.line(42), .line(44)])
    #expect(
      reader.problems.all.map(\.message) == [
        "The bonds of the atom count 5; C has at most 4.", "“CL” isn't an element; “Cl” is.",
      ])
  }

  @Test("SketchEl molecule round-trips") func whatIsWrittenIsReadAgain() throws {
    let molecule = try read(sample)
    #expect(try read(SketchElWriter().text(of: molecule)) == molecule)
  }

  @Test("SketchEl reader reads the second format") func theSecondFormatIsRead() throws {
    #expect(try read(second) == read(sample))
  }

  @Test("SketchEl nested abbreviations round-trip") func abbreviationsComeBackInEachOther() throws {
    var propyl = Molecule(
      atoms: [Atom("*"), Atom("C"), Atom("C"), Atom("C")],
      bonds: [Bond(from: 0, to: 1), Bond(from: 1, to: 2), Bond(from: 1, to: 3)])
    propyl.computeHydrogens(by: SketchElValence.hydrogens)
    var amine = Molecule(
      atoms: [Atom("*"), Atom("N"), Atom("{^i}Pr")],
      bonds: [Bond(from: 0, to: 1), Bond(from: 1, to: 2)])
    amine.atoms[2].abbreviation = .molecule(propyl)
    amine.computeHydrogens(by: SketchElValence.hydrogens)
    var outer = Molecule(atoms: [Atom("C"), Atom("N|{^i}Pr")], bonds: [Bond(from: 0, to: 1)])
    outer.atoms[1].abbreviation = .molecule(amine)
    outer.computeHydrogens(by: SketchElValence.hydrogens)
    let again = try read(SketchElWriter().text(of: outer))
    #expect(again == outer)
    let lines = SketchElWriter().text(of: amine).replacing("\n", with: "\n:")
    let second =
      "Elements!(2,1)\nC=0.0000,0.0000\nN|{^i}Pr=0.0000,0.0000\n.a\(lines)\n1-2=1\n!End\n"
    #expect(try read(second) == outer)
    #expect(again.formula.hill == "C4H11N")
    #expect(SketchElLabel.plain(again.atoms[1].symbol) == "NiPr")
  }

  @Test(
    "SketchEl reader refuses impossible numbers with their line",
    arguments: [
      ("(4,3)", "(5,3)", 6), ("(4,3)", "(4,9)", 9), ("1-2=2,0", "1-2=9,0", 6),
      ("Fe=0.0", "Fe 0.0", 4),
      ("2,0\nO", "x,0\nO", 4), ("SketchEl!", "Sketch!", 1),
    ] as [(String, String, Int)])
  func whatCanNotBeIsRefusedWithItsLine(old: String, new: String, line: Int) {
    let problem = Samples.problem { _ = try read(sample.replacing(old, with: new)) }
    #expect(problem?.location == .line(line))
    #expect(problem?.advice.isEmpty == false)
  }

  @Test("SketchEl reader omits bad bonds") func badBondsAreLeftOut() throws {
    #expect(try read(sample.replacing("1-4=", with: "4-4=")).bonds.count == 2)
    #expect(
      try read(
        sample.replacing("1-4=", with: "1-99999999999=")
          .replacing("(4,3)", with: "(4,2)")
      ).bonds.count == 2)
  }

  @Test("SketchEl abbreviations beyond the depth limit are labels")
  func abbreviationsBeyondTheLimitAreLabels() {
    let inner = "SketchEl!(1,0)\nX=0.0000,0.0000;0,0,aSketchEl!(0\\002C0)\n!End"
    var reader = SketchElReader(TextLines(Array(inner.utf8)), depth: Abbreviation.depthLimit)
    #expect(throws: Never.self) {
      let molecule = try reader.read()
      #expect(molecule.atoms[0].abbreviation == nil)
      #expect(molecule.atoms[0].extras.count == 1)
    }
    #expect(reader.problems.all.count == 1)
  }

  @Test(
    "SketchEl escaped texts round-trip",
    arguments: [
      ("plain", "plain"), ("ü ∂ 🧪", "ü ∂ 🧪"), ("a,b;c=d\\e", #"a\,b;c\=d\\e"#),
      ("line\nbreak\ttab", #"line\nbreak\ttab"#), ("", ""), ("\u{1}", "\u{1}"),
    ])
  func escapedTextsComeBack(text: String, second: String) {
    let first = SketchElText.escaped(text)
    #expect(first.utf8.allSatisfy { $0 > 32 && $0 < 127 })
    #expect(SketchElText.unescaped(first[...], isSecond: false) == text)
    #expect(SketchElText.unescaped(second[...], isSecond: true) == text)
  }
}
