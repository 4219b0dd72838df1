import Terminals
import Testing

@Suite struct BrailleGridTests {
  @Test(
    "Braille grid: each dot has its bit",
    arguments: [
      (0, 0, "⠁"), (1, 0, "⠂"), (2, 0, "⠄"), (3, 0, "⡀"), (0, 1, "⠈"), (1, 1, "⠐"), (2, 1, "⠠"),
      (3, 1, "⢀"),
    ] as [(Int, Int, Character)])
  func eachDotHasItsBit(row: Int, column: Int, character: Character) {
    var grid = BrailleGrid(rows: 1, columns: 1)
    grid.set(row: row, column: column)
    #expect(grid.character(row: 0, column: 0) == character)
  }

  @Test("Braille line reaches both ends in either direction")
  func aLineReachesFromEndToEndInEitherDirection() {
    for flipped in [false, true] {
      var grid = BrailleGrid(rows: 2, columns: 4)
      let ends = [(row: 0, column: 0), (row: 7, column: 7)]
      grid.line(from: ends[flipped ? 1 : 0], to: ends[flipped ? 0 : 1])
      #expect(grid.character(row: 0, column: 0) == "⠑")
      #expect(grid.character(row: 1, column: 3) == "⢄")
      #expect(grid.character(row: 1, column: 0) == nil)
    }
  }

  @Test("Braille grid ignores dots and lines outside") func outsideTheGridThereAreNoDots() {
    var grid = BrailleGrid(rows: 1, columns: 1)
    grid.set(row: -1, column: 0)
    grid.set(row: 4, column: 0)
    grid.line(from: (row: -9, column: -9), to: (row: -2, column: 30))
    #expect(grid.character(row: 0, column: 0) == nil)
  }

  /// Where a line passes exactly between two dots, it takes the one nearer to its end.
  @Test(
    "Braille line sets the expected dots",
    arguments: [
      (1, 2, ["⠑", "⠂"]), (2, 1, ["⠱", nil]), (0, 3, ["⠉", "⠉"]), (3, 0, ["⡇", nil]),
      (0, 0, ["⠁", nil]),
    ] as [(Int, Int, [Character?])])
  func aLineHasTheseDots(row: Int, column: Int, characters: [Character?]) {
    var grid = BrailleGrid(rows: 1, columns: 2)
    grid.line(from: (row: 0, column: 0), to: (row: row, column: column))
    #expect((0...1).map { grid.character(row: 0, column: $0) } == characters)
  }

  @Test("Braille grid has no characters outside") func outsideTheGridThereAreNoCharacters() {
    var grid = BrailleGrid(rows: 2, columns: 3)
    #expect(grid.dotRows == 8 && grid.dotColumns == 6)
    for row in 0..<8 { grid.line(from: (row: row, column: 0), to: (row: row, column: 5)) }
    for (row, column) in [(2, 0), (-1, 0), (0, 3), (1, 3), (0, -1), (1, -1)] {
      #expect(grid.character(row: row, column: column) == nil, "\(row), \(column)")
    }
    for (row, column) in [(0, 0), (1, 2)] {
      #expect(grid.character(row: row, column: column) == "⣿", "\(row), \(column)")
    }
  }

  @Test("Braille grid ignores dots beyond its last row and column")
  func dotsBeyondTheLastRowAndColumnAreNotSet() {
    var grid = BrailleGrid(rows: 2, columns: 2)
    for (row, column) in [(8, 0), (0, 4), (-1, 0), (0, -1), (3, 4)] {
      grid.set(row: row, column: column)
    }
    for row in 0...1 {
      for column in 0...1 { #expect(grid.character(row: row, column: column) == nil) }
    }
  }
}
