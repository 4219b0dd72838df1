import Testing

@testable import Chemistry

@Suite struct FormulaTests {
  private func molecule(_ symbols: [String], hydrogens: Int = 0) -> Molecule {
    var molecule = Molecule(atoms: symbols.map { Atom($0) })
    if !symbols.isEmpty { molecule.atoms[0].hydrogens = hydrogens }
    return molecule
  }

  @Test(
    "Molecular formula is in Hill order",
    arguments: [
      ([], 0, ""), (["C"], 4, "CH4"), (["Cl"], 1, "ClH"), (["C", "Cl", "Br"], 1, "CHBrCl"),
      (["O", "S", "O", "O", "O"], 2, "H2O4S"), (["C", "R1", "R2", "*"], 3, "CH3*R1R2"),
      (["C", "Polymer"], 3, "CH3[Polymer]"),
      (["C", "C|F{3}"], 3, "CH3[CF3]"), (["C", "[N,O]"], 3, "CH3[N,O]"),
      (["C", "NOT[N,O]"], 3, "CH3NOT[N,O]"), (["Na", "Cl"], 0, "ClNa"), (["H", "H"], 0, "H2"),
    ] as [([String], Int, String)])
  func elementsStandInHillsOrder(symbols: [String], hydrogens: Int, hill: String) {
    #expect(molecule(symbols, hydrogens: hydrogens).formula.hill == hill)
  }

  @Test("Molecular formula with placeholders is partial") func placeholdersMakeItPartial() {
    #expect(molecule(["C", "R1"]).formula.isPartial)
    #expect(!molecule(["C"]).formula.isPartial)
  }
}
