import Terminals

extension Depiction {
  /// Writes texts and atom labels over the bonds. An atom whose label would overlap another one
  /// loses its hydrogens, or else its whole label.
  mutating func write(_ view: Projection) {
    var isTaken = Array(repeating: false, count: cells.count)
    for (text, place) in view.texts {
      let start = Int(near: place.x / 2 - Double(text.count) / 2)
      write(text, nil, row: row(place), column: start, &isTaken)
    }
    for atom in view.labels {
      let column = Int(near: (atom.place.x / 2).rounded(.down))
      let symbol = atom.label.isCaption ? nil : atom.label.symbol
      if write(atom.text, symbol, row: row(atom.place), column: column - atom.anchor, &isTaken) {
        continue
      }
      write(atom.label.brief, symbol, row: row(atom.place), column: column, &isTaken)
    }
  }

  private func row(_ place: Point) -> Int { Int(near: (place.y / 4).rounded(.down)) }

  /// Returns false, and writes nothing, if another text is in these cells.
  @discardableResult
  private mutating func write(
    _ text: String, _ symbol: String?, row: Int, column: Int, _ isTaken: inout [Bool]
  ) -> Bool {
    // A file's labels may contain any characters. A drawing needs exactly one cell for each.
    let characters = SafeText.visible(text).map { CellWidth.of(String($0)) == 1 ? $0 : "?" }
    guard (0..<size.rows).contains(row) else { return true }
    let places = characters.indices.map { column + $0 }.filter { (0..<size.columns).contains($0) }
    let start = row * size.columns
    guard !places.contains(where: { isTaken[start + $0] }) else { return false }
    for place in places {
      isTaken[start + place] = true
      cells[start + place] = Cell(character: characters[place - column], symbol: symbol)
    }
    return true
  }
}
