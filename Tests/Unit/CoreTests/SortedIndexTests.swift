import Core
import Testing

@Suite struct AscendingPlaceTests {
  @Test("Binary search finds every element and no other", arguments: 0...9)
  func everyElementIsFoundAndNoOther(count: Int) {
    let odd = (0..<count).map { 2 * $0 + 1 }
    for (place, element) in odd.enumerated() {
      #expect(odd.sortedIndex(of: element) == place)
      #expect(odd.sortedIndex(of: element - 1) == nil)
    }
    #expect(odd.sortedIndex(of: 2 * count) == nil)
  }

  @Test("Binary search in a slice returns indices of the slice") func aPartKeepsItsOwnPlaces() {
    let part = [2, 3, 5, 7, 11][1..<4]
    #expect(part.sortedIndex(of: 5) == 2)
    #expect(part.sortedIndex(of: 11) == nil)
  }
}
