import Testing

@testable import Controllers

@Suite struct ListRowsTests {
  @Test(
    "List rows keep the order in which they were appended", arguments: [0, 1, 255, 256, 257, 1_000])
  func rowsStandInTheOrderInWhichTheyWereAdded(count: Int) {
    var rows = ListRows<Int>()
    for start in stride(from: 0, to: count, by: 20) {
      rows.append(contentsOf: start..<min(start + 20, count))
    }
    #expect(Array(rows) == Array(0..<count))
    #expect(Array(ListRows(Array(0..<count))) == Array(0..<count))
  }

  @Test("A copy of list rows is unchanged by appending", arguments: [0, 10, 256, 300])
  func whoeverHoldsThemKeepsWhatTheyHad(count: Int) {
    var rows = ListRows(Array(0..<count))
    let held = rows
    rows.append(contentsOf: [-1, -2])
    #expect(Array(held) == Array(0..<count))
    #expect(Array(rows.suffix(2)) == [-1, -2])
  }
}
