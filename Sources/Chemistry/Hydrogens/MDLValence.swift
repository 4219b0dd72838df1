/// The valences that MDL's connection tables allow an atom, and so the hydrogens that aren't drawn.
///
/// An atom takes the smallest allowed valence that its bonds fit in, and hydrogens make up the rest. A charge moves a main-group
/// element as many columns: N+ has the valences of carbon. Metals of the transition, noble gases and placeholders take none.
enum MDLValence {
  /// By column of the main groups, from 1: the valences of the second row, of the third and fourth, and of those below.
  private static let second = [[1], [2], [3], [4], [3, 5], [2], [1]]
  private static let third = [[1], [2], [3], [4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]
  private static let fifth = [[1], [2], [3], [2, 4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]

  /// The atomic number of each row's last noble gas before it begins.
  private static let rows = [2, 10, 18, 36, 54]

  /// The allowed valences, ascending; none for an element or charge without a rule.
  static func valences(of element: Element, charge: Int) -> [Int] {
    let number = element.number
    if number == 1 { return charge == 0 ? [1] : [] }
    if number == 81, charge == 0 { return [1, 3] }
    guard number > 2, number < 86 || number == 87 || number == 88, abs(charge) < 8 else {
      return []
    }
    if number > 86 { return charge == 0 ? [number - 86] : number == 88 && charge == 1 ? [1] : [] }
    let row = rows.lastIndex { $0 < number } ?? 0
    guard let column = column(of: number, in: row) else { return [] }
    if column < 3, charge < 0 { return [] }
    let shifted = column - charge
    guard shifted >= 1, shifted <= 7 else { return [] }
    // Below the third row the column left of boron's is a metal's of the transition.
    if row > 1, shifted == 2, column > 2 { return [] }
    return (row == 0 ? second : row < 3 ? third : fifth)[shifted - 1]
  }

  /// The column from 1 to 7 in the main groups; nil for the other elements.
  private static func column(of number: Int, in row: Int) -> Int? {
    let place = number - rows[row]
    if place <= 2 { return place }
    let length = row < 2 ? 8 : row < 4 ? 18 : 32
    let column = place - (length - 8)
    return column >= 3 && column <= 7 ? column : nil
  }

  /// The hydrogens of an atom whose bonds have that sum of orders.
  static func hydrogens(of atom: Atom, bondSum: Int) -> Int {
    guard let element = atom.element else { return 0 }
    let sum = bondSum + atom.unpairedElectrons
    let valence = valences(of: element, charge: atom.charge).first { $0 >= sum }
    return valence.map { $0 - sum } ?? 0
  }
}
