import Testing

@testable import Controllers

@Suite struct SectionBarTests {
  private let titles = ["Summary", "Visits", "Encounters", "Vitals", "Allergies"]

  @Test("A section bar shows all titles if they fit") func allOfThemIfThereIsRoom() {
    let bar = SectionBar(titles, current: 1, columns: 80)
    #expect(
      bar.tabs.map(\.text) == [" Summary ", "[Visits]", " Encounters ", " Vitals ", " Allergies "])
    #expect(bar.keysBefore == nil && bar.keysAfter == nil)
  }

  @Test("A section bar always shows the current title", arguments: 0..<5, [1, 12, 20, 30, 40, 60])
  func theCurrentOneIsAlwaysAmongThoseNamed(current: Int, columns: Int) {
    let bar = SectionBar(titles, current: current, columns: columns)
    #expect(bar.tabs.contains { $0.index == current })
    #expect((bar.keysBefore != nil) == (bar.tabs.first?.index != 0))
    #expect((bar.keysAfter != nil) == (bar.tabs.last?.index != titles.count - 1))
  }

}
