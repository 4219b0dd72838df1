import Testing

@testable import Chemistry

@Suite struct SketchElValenceTests {
  @Test(
    "SketchEl hydrogens are computed for five elements only",
    arguments: [
      ("C", 1, 0, 0, 3), ("C", 3, 1, 0, 0), ("C", 3, -1, 0, 0), ("N", 1, 1, 0, 3),
      ("N", 2, -1, 0, 0),
      ("O", 1, -1, 0, 0), ("S", 2, 0, 0, 0), ("P", 1, 0, 0, 2), ("Cl", 0, 0, 0, 0),
      ("B", 0, 0, 0, 0),
      ("C", 2, 0, 1, 1), ("C", 6, 0, 0, 0), ("Si", 0, 0, 0, 0), ("R1", 0, 0, 0, 0),
    ] as [(String, Int, Int, Int, Int)])
  func fiveElementsHaveHydrogens(
    symbol: String, sum: Int, charge: Int, unpaired: Int, hydrogens: Int
  ) {
    var atom = Atom(symbol)
    atom.charge = charge
    atom.unpairedElectrons = unpaired
    #expect(SketchElValence.hydrogens(of: atom, bondSum: sum) == hydrogens)
  }
}
