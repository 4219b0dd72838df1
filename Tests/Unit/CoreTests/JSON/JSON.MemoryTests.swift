import Testing

@testable import Core

/// The memory that is reckoned for values, by which hostile answers are refused and pages are given
/// up.
@Suite struct JSONMemoryTests {
  private let value = JSON.Cost.value
  private let key = JSON.Cost.key
  private let container = JSON.Cost.container

  @Test("JSON memory of a short text is inline, of a long one allocated")
  func aShortTextStandsInItsPlaceAndALongOneBeside() {
    let short = String(repeating: "a", count: 15)
    for text in ["", short, "aé" + String(repeating: "é", count: 6)] {
      #expect(JSON.string(text).memory == value)
      #expect(JSON.object([.init(text, .null)]).memory == container + key + value)
    }
    for text in [short + "a", String(repeating: "é", count: 8)] {
      #expect(JSON.string(text).memory == value + 16 + 32)
      #expect(JSON.object([.init(text, .null)]).memory == container + key + 16 + 32 + value)
    }
    #expect(JSON.number(String(repeating: "1", count: 100)).memory == value + 100 + 32)
  }

  @Test("JSON memory of a container includes its contents")
  func aContainerTakesItselfAndAllThatItHolds() {
    #expect(JSON.null.memory == value && JSON.bool(true).memory == value)
    #expect(JSON.array([]).memory == container && JSON.object([]).memory == container)
    #expect(JSON.array([.null, .array([.bool(false)])]).memory == 2 * container + 2 * value)
  }
}
