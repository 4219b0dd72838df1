import RepriseTesting
import Testing

@testable import Controllers

@Suite struct ColumnLayoutTests {
  private static let widths: [ColumnWidth] = [
    .flexible(22...80, share: 2), .flexible(12...40), .flexible(12...32), .fixed(10), .fixed(4),
  ]

  private func places(_ widths: [ColumnWidth], _ room: Int) -> [(start: Int, width: Int)] {
    ColumnLayout(widths, from: 3, to: 3 + room).frames.map { ($0.start, $0.width) }
  }

  @Test("List columns get their minimum widths and share the rest")
  func columnsThatFitHaveTheirMinimumsAndShareTheRest() {
    let places = places(
      [.flexible(4...20, share: 2), .flexible(4...20), .fixed(5)], 4 + 4 + 5 + 4 + 9)
    #expect(places.map(\.width) == [10, 7, 5])
    #expect(places.map(\.start) == [3, 15, 24])
  }

  @Test("List columns share what a column at its maximum leaves")
  func whatAFullColumnDoesNotTakeGoesToTheOthers() {
    #expect(places([.flexible(4...6), .flexible(4...100)], 60).map(\.width) == [6, 52])
  }

  @Test("Hidden list columns leave their width to the others")
  func hiddenColumnsLeaveTheirRoomToTheOthers() {
    let layout = ColumnLayout(
      [.fixed(10), .flexible(4...40), .fixed(5)], hiding: [1], from: 3, to: 3 + 17)
    #expect(layout.frames.map(\.index) == [0, 2])
    #expect(layout.frames.map(\.start) == [3, 15])
  }

  @Test("A narrow list drops its last columns first") func theLastColumnsGoFirst() {
    #expect(places(Self.widths, 22 + 2 + 12).count == 2)
    #expect(places(Self.widths, 22 + 2 + 11).count == 1)
  }

  @Test("A list column gets its ideal width before a later column is shown")
  func aColumnThatMattersHasItsIdealBeforeAnyBehindItIsShown() {
    let widths: [ColumnWidth] = [.fixed(8), .flexible(10...60, ideal: 30), .flexible(6...20)]
    #expect(places(widths, 8 + 2 + 9).map(\.width) == [8])
    #expect(places(widths, 8 + 2 + 10).map(\.width) == [8, 10])
    #expect(places(widths, 8 + 2 + 30 + 7).map(\.width) == [8, 37])
    #expect(places(widths, 8 + 2 + 30 + 8).map(\.width) == [8, 30, 6])
  }

  @Test("A list's first column stays in any width") func theFirstStaysHoweverNarrowItIs() {
    #expect(places(Self.widths, 5).map(\.width) == [5])
    #expect(places(Self.widths, 0).map(\.width) == [0])
    #expect(places(Self.widths, -4).map(\.width) == [0])
  }

  @Test("A column layout without columns is empty") func withoutColumnsThereIsNothing() {
    #expect(places([], 80).isEmpty)
  }

  @Test("List columns keep within any line width and have their minimums", arguments: 1...300)
  func onAnyLineColumnsStayWithinItAndHaveTheirMinimums(room: Int) {
    var generator = SplitMix64(seed: UInt64(room))
    for round in 0..<20 {
      let widths =
        round == 0
        ? Self.widths
        : (0..<Int.random(in: 1...8, using: &generator)).map { _ -> ColumnWidth in
          let minimum = Int.random(in: 1...30, using: &generator)
          let more = Int.random(in: 0...60, using: &generator)
          return .flexible(
            minimum...minimum + more, share: Int.random(in: 0...3, using: &generator))
        }
      let places = ColumnLayout(widths, from: 3, to: 3 + room).frames
      #expect(places.first?.index == 0)
      #expect(places.map(\.index) == Array(0..<places.count))
      for (place, next) in zip(places, places.dropFirst()) {
        #expect(place.start + place.width + ColumnLayout.gap == next.start)
      }
      #expect((places.last.map { $0.start + $0.width } ?? 0) <= 3 + room)
      for place in places {
        let width = widths[place.index]
        #expect(place.width <= width.maximum)
        #expect(place.width >= width.minimum || (places.count == 1 && place.width == room))
      }
      // Nobody who could grow is kept waiting while there is room.
      let used = places.last.map { $0.start + $0.width - 3 } ?? 0
      let canGrow = places.contains {
        widths[$0.index].share > 0 && $0.width < widths[$0.index].maximum
      }
      #expect(!canGrow || used == room)
    }
  }
}
