import Core
import Restoration
import Testing

@testable import Controllers

@Suite struct ListSortTests {
  @Test(
    "A list's sort is read from a column and a direction",
    arguments: [
      ("name", "name", false), ("name:asc", "name", false), ("name:desc", "name", true),
      ("", "", false), (":desc", "", true),
    ])
  func anOrderIsAColumnAndADirection(text: String, column: String, isDescending: Bool) throws {
    let sort = try #require(ListSort(text: text))
    #expect(sort.columnID == column)
    #expect(sort.isDescending == isDescending)
    #expect(ListSort(text: sort.text) == sort)
  }

  @Test(
    "A list's sort with an invalid direction is refused",
    arguments: ["name:", "name:down", "name:desc:asc", "name: desc"])
  func anythingElseIsNoOrder(text: String) { #expect(ListSort(text: text) == nil) }

  @Test("A list's state with an invalid sort loses only the sort")
  func anOrderThatMeansNothingCostsTheOrderAlone() throws {
    let json = try JSON(Array(#"{"sort":"name:sideways","selectedID":"5"}"#.utf8))
    let (state, lostKeys, _) = StateCoder.restore(ListState.self, from: json)
    #expect(state.selectedID == "5")
    #expect(state.sort == nil)
    #expect(lostKeys == ["sort"])
  }
}
