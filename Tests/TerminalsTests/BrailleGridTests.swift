import Testing

import Terminals

@Suite struct BrailleGridTests {
  @Test(
    arguments: [
      (0, 0, "⠁"), (1, 0, "⠂"), (2, 0, "⠄"), (3, 0, "⡀"), (0, 1, "⠈"), (1, 1, "⠐"), (2, 1, "⠠"),
      (3, 1, "⢀"),
    ] as [(Int, Int, Character)])
  func eachDotHasItsBit(row: Int, column: Int, character: Character) {
    var grid = BrailleGrid(rows: 1, columns: 1)
    grid.set(row: row, column: column)
    #expect(grid.character(row: 0, column: 0) == character)
  }

  @Test func aLineReachesFromEndToEndInEitherDirection() {
    for flipped in [false, true] {
      var grid = BrailleGrid(rows: 2, columns: 4)
      let ends = [(row: 0, column: 0), (row: 7, column: 7)]
      grid.line(from: ends[flipped ? 1 : 0], to: ends[flipped ? 0 : 1])
      #expect(grid.character(row: 0, column: 0) == "⠑")
      #expect(grid.character(row: 1, column: 3) == "⢄")
      #expect(grid.character(row: 1, column: 0) == nil)
    }
  }

  @Test func outsideTheGridThereAreNoDots() {
    var grid = BrailleGrid(rows: 1, columns: 1)
    grid.set(row: -1, column: 0)
    grid.set(row: 4, column: 0)
    grid.line(from: (row: -9, column: -9), to: (row: -2, column: 30))
    #expect(grid.character(row: 0, column: 0) == nil)
  }
}
