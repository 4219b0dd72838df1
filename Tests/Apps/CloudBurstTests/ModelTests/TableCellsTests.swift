import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct TableCellsTests {
    @Test func whatIsMissingLeavesItsPlaceEmpty() {
      let cells = TableCells([["a", nil, "10.0.0.1"], ["b", "2 CPUs", "10.0.0.2"]])
      #expect(cells.rows == [["a", "", "10.0.0.1"], ["b", "2 CPUs", "10.0.0.2"]])
    }

    @Test func aColumnThatIsEmptyInAllRowsIsLeftOut() {
      let cells = TableCells([["a", nil, "x", nil], ["b", nil, nil, nil]])
      #expect(cells.rows == [["a", "x"], ["b"]])
    }

    @Test func rowsMayBeOfAnyLength() {
      #expect(TableCells([["a"], ["b", nil, "x"], []]).rows == [["a"], ["b", "x"], []])
      #expect(TableCells([]).rows.isEmpty)
    }
  }
}
