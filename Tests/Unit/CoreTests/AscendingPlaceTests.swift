import Core
import Testing

@Suite struct AscendingPlaceTests {
  @Test(arguments: 0...9) func everyElementIsFoundAndNoOther(count: Int) {
    let odd = (0..<count).map { 2 * $0 + 1 }
    for (place, element) in odd.enumerated() {
      #expect(odd.ascendingPlace(of: element) == place)
      #expect(odd.ascendingPlace(of: element - 1) == nil)
    }
    #expect(odd.ascendingPlace(of: 2 * count) == nil)
  }

  @Test func aPartKeepsItsOwnPlaces() {
    let part = [2, 3, 5, 7, 11][1..<4]
    #expect(part.ascendingPlace(of: 5) == 2)
    #expect(part.ascendingPlace(of: 11) == nil)
  }
}
