import Testing

@testable import Terminals

@Suite struct SizeTests {
  @Test("Size with a negative number is clamped to zero", arguments: [-1, -80, Int.min])
  func aNegativeNumberCountsAsZero(number: Int) {
    #expect(Size(rows: number, columns: 5) == Size(rows: 0, columns: 5))
    #expect(Size(rows: 5, columns: number) == Size(rows: 5, columns: 0))
  }

  @Test("Size with a huge number is clamped to the maximum", arguments: [4097, 65_535, Int.max])
  func aNumberThatNoTerminalHasCountsAsTheLargest(number: Int) {
    #expect(Size(rows: number, columns: 5) == Size(rows: 4096, columns: 5))
    #expect(Size(rows: 5, columns: number) == Size(rows: 5, columns: 4096))
  }

  @Test(
    "Area contains the cells from its corner on",
    arguments: [
      (0, 0, false), (2, 3, true), (2, 2, false), (1, 3, false), (4, 7, true), (5, 7, false),
      (4, 8, false), (Int.max, 3, false), (Int.min, 3, false), (2, Int.max, false),
    ])
  func anAreaHoldsTheCellsFromItsCornerOn(row: Int, column: Int, isInside: Bool) {
    let area = Area(row: 2, column: 3, rows: 3, columns: 5)
    #expect(area.contains(Position(row: row, column: column)) == isInside)
  }

  @Test("Area beyond all numbers does not overflow") func anAreaMayBeginAndEndBeyondAllNumbers() {
    let area = Area(row: .min, column: .max, rows: .max, columns: .max)
    #expect(area.contains(Position(row: .min, column: .max)))
    #expect(area.contains(Position(row: -2, column: .max)))
    #expect(!area.contains(Position(row: -1, column: .max)))
    #expect(!area.contains(Position(row: .max, column: .max)))
    #expect(!area.contains(Position(row: .min, column: .min)))
  }

  @Test(arguments: [-1, Int.min])
  func anAreaOfNegativeExtentIsEmpty(extent: Int) {
    let area = Area(row: 0, column: 0, rows: extent, columns: extent)
    #expect(area.rows == 0 && area.columns == 0)
    #expect(!area.contains(Position(row: 0, column: 0)))
    #expect(!area.contains(Position(row: -1, column: -1)))
  }

  @Test(
    "Area contains another that lies inside and is not empty",
    arguments: [
      (Area(row: 0, column: 0, rows: 4, columns: 5), true),
      (Area(row: 3, column: 4, rows: 1, columns: 1), true),
      (Area(row: 1, column: 1, rows: 1, columns: 0), false),
      (Area(row: 1, column: 1, rows: 0, columns: 1), false),
      (Area(row: 3, column: 4, rows: 2, columns: 1), false),
      (Area(row: 3, column: 4, rows: 1, columns: 2), false),
      (Area(row: -1, column: 0, rows: 2, columns: 1), false),
      (Area(row: 0, column: -1, rows: 1, columns: 2), false),
      (Area(row: 0, column: 0, rows: 5, columns: 5), false),
      (Area(row: 0, column: 0, rows: 4, columns: 6), false),
      (Area(row: .max, column: 0, rows: 2, columns: 1), false),
      (Area(row: 0, column: .max, rows: 1, columns: 2), false),
    ])
  func anAreaHoldsAnotherThatLiesInItAndIsNotEmpty(other: Area, isInside: Bool) {
    #expect(Area(row: 0, column: 0, rows: 4, columns: 5).contains(other) == isInside)
  }

  @Test("Area contains no other that overflows")
  func noAreaHoldsAnotherThatReachesBeyondAllNumbers() {
    for corner in [-10, -1, 0] {
      let area = Area(row: corner, column: corner, rows: .max, columns: .max)
      let last = corner + Int.max - 1
      #expect(area.contains(Area(row: last, column: last, rows: 1, columns: 1)))
      #expect(!area.contains(Area(row: last, column: 0, rows: .max, columns: 1)))
      #expect(!area.contains(Area(row: 0, column: last, rows: 1, columns: .max)))
    }
  }

  @Test(
    "Areas meet if they share a cell",
    arguments: [
      (Area(row: 2, column: 3, rows: 2, columns: 2), true),
      (Area(row: 3, column: 4, rows: 1, columns: 1), true),
      (Area(row: 0, column: 0, rows: 3, columns: 4), true),
      (Area(row: 0, column: 3, rows: 2, columns: 2), false),
      (Area(row: 4, column: 3, rows: 2, columns: 2), false),
      (Area(row: 2, column: 0, rows: 2, columns: 3), false),
      (Area(row: 2, column: 5, rows: 2, columns: 2), false),
    ])
  func areasMeetThatHaveACellInCommon(other: Area, meets: Bool) {
    let area = Area(row: 2, column: 3, rows: 2, columns: 2)
    #expect(area.meets(other) == meets)
    #expect(other.meets(area) == meets)
  }
}
