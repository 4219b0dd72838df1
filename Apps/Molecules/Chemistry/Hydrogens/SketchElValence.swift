/// SketchEl's hydrogen rule: C 4, N 3, O 2, S 2, P 3, less the bond orders; others none.
enum SketchElValence {
  private static let base = ["C": 4, "N": 3, "O": 2, "S": 2, "P": 3]

  static func hydrogens(of atom: Atom, bondSum: Int) -> Int {
    guard atom.abbreviation == nil, let base = base[atom.symbol] else { return 0 }
    let charge = atom.symbol == "C" ? -abs(atom.charge) : atom.charge
    return max(0, base + charge - atom.unpairedElectrons - bondSum)
  }
}
