import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct TableCellsTests {
    @Test("CloudBurst table cells: a missing cell is empty") func whatIsMissingLeavesItsPlaceEmpty()
    {
      let cells = TableCells([["a", nil, "10.0.0.1"], ["b", "2 CPUs", "10.0.0.2"]])
      #expect(cells.rows == [["a", "", "10.0.0.1"], ["b", "2 CPUs", "10.0.0.2"]])
    }

    @Test("CloudBurst table cells: an empty column is omitted")
    func aColumnThatIsEmptyInAllRowsIsLeftOut() {
      let cells = TableCells([["a", nil, "x", nil], ["b", nil, nil, nil]])
      #expect(cells.rows == [["a", "x"], ["b"]])
    }

    @Test("CloudBurst table cells: rows may have any length") func rowsMayBeOfAnyLength() {
      #expect(TableCells([["a"], ["b", nil, "x"], []]).rows == [["a"], ["b", "x"], []])
      #expect(TableCells([]).rows.isEmpty)
    }
  }
}
