/// The valences in MDL's connection tables, which determine the hydrogens that aren't drawn.
///
/// An atom takes the smallest allowed valence that is at least the sum of its bond orders, and
/// hydrogens fill the rest. A charge shifts a main-group element by as many columns: N+ has the
/// valences of carbon. Transition metals, noble gases and placeholders get no hydrogens.
enum MDLValence {
  /// Valences by main-group column, from 1: for the second row, the third and fourth, and below.
  private static let second = [[1], [2], [3], [4], [3, 5], [2], [1]]
  private static let third = [[1], [2], [3], [4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]
  private static let fifth = [[1], [2], [3], [2, 4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]

  /// The atomic number of the noble gas before each row.
  private static let rows = [2, 10, 18, 36, 54]

  /// The allowed valences, ascending; empty for an element or charge without a rule.
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
    // Below the third row, the column to the left of boron's belongs to transition metals.
    if row > 1, shifted == 2, column > 2 { return [] }
    return (row == 0 ? second : row < 3 ? third : fifth)[shifted - 1]
  }

  /// The main-group column, 1 to 7; `nil` for other elements.
  private static func column(of number: Int, in row: Int) -> Int? {
    let place = number - rows[row]
    if place <= 2 { return place }
    let length = row < 2 ? 8 : row < 4 ? 18 : 32
    let column = place - (length - 8)
    return column >= 3 && column <= 7 ? column : nil
  }

  static func hydrogens(of atom: Atom, bondSum: Int) -> Int {
    guard let element = atom.element else { return 0 }
    let sum = bondSum + atom.unpairedElectrons
    let valence = valences(of: element, charge: atom.charge).first { $0 >= sum }
    return valence.map { $0 - sum } ?? 0
  }
}
