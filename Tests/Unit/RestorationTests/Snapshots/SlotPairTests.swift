import Testing

@testable import Restoration

@Suite struct SlotPairTests {
  /// A file of two slots; nil is one that was never written.
  private func file(
    _ slots: [(generation: UInt64, length: Int)?], size: Int = Slot.minimumSize
  ) -> [UInt8] {
    slots.flatMap { slot -> [UInt8] in
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: slot?.length ?? 0)
      let bytes = slot.map { Slot(generation: $0.generation, body: body).bytes } ?? []
      return bytes + [UInt8](repeating: 0x0A, count: size - bytes.count)
    }
  }

  @Test(
    "A slot pair's newest slot has the higher generation",
    arguments: [(1, 2), (2, 1), (9, 10), (UInt64.max >> 3, 4)] as [(UInt64, UInt64)])
  func theHigherGenerationIsTheNewest(first: UInt64, second: UInt64) throws {
    let pair = SlotPair(file([(first, 10), (second, 20)]))
    let newest = try #require(pair.newest)
    #expect(newest.slot.generation == max(first, second))
    #expect(newest.index == (first > second ? 0 : 1))
    #expect(pair.damage == nil)
  }

  @Test("A slot pair opens with one slot", arguments: [0, 1])
  func oneSlotIsEnough(place: Int) throws {
    let pair = SlotPair(file(place == 0 ? [(5, 10), nil] : [nil, (5, 10)]))
    #expect(try #require(pair.newest).index == place)
    #expect(pair.damage == nil)
  }

  @Test("A slot pair detects the size of its slots", arguments: [14, 15, 16, 17, 18, 19])
  func theSizeOfTheSlotsIsFoundOut(power: Int) throws {
    let size = 1 << power
    let files: [[(generation: UInt64, length: Int)?]] = [
      [(1, 10), (2, 20)], [(1, size - 200), (2, 20)], [(1, 1), nil], [nil, (1, size - 200)],
    ]
    for slots in files {
      let pair = SlotPair(file(slots, size: size))
      #expect(pair.slotSize == size)
      #expect(pair.newest != nil)
      #expect(pair.damage == nil)
    }
  }

  @Test func anEmptyFileHoldsNothingAndNoDamage() {
    #expect(SlotPair([]).newest == nil)
    #expect(SlotPair([]).damage == nil)
  }

  @Test("A slot pair finds a valid slot in a truncated file")
  func aSlotThatIsWholeIsFoundInAFileThatWasCut() throws {
    // Both slots are 32 KiB; the first has 18 of them in use.
    let bytes = file([(3, 18 << 10), (4, 100)], size: 32 << 10)
    for count in [(18 << 10) + 200, 20 << 10, 32 << 10, (32 << 10) + 50] {
      let pair = SlotPair(Array(bytes[..<count]))
      #expect(try #require(pair.newest, "cut to \(count)").slot.generation == 3)
      #expect(pair.damage != nil, "cut to \(count)")
    }
  }

  /// Of a larger size the next save would leave half of it empty.
  @Test("A slot that is full to the last byte keeps its slot size")
  func aSlotThatFillsItsPlaceToTheLastByteNeedsNoLargerOne() throws {
    let size = 32 << 10
    let length = try #require(
      (0...size).last { length in
        Slot(generation: 3, body: []).bytes.count + "\(length)".count - 1 + length == size
      })
    let slot = Slot(generation: 3, body: [UInt8](repeating: UInt8(ascii: "x"), count: length))
    #expect(slot.bytes.count == size)
    let pair = SlotPair(slot.bytes)
    #expect(pair.slotSize == size)
    #expect(try #require(pair.newest).slot.generation == 3)
  }

  @Test("A truncated file is a damaged slot pair")
  func aFileThatWasCutIsDamagedAlthoughWhatIsLeftIsWhole() {
    let bytes = file([(1, 10), (2, 20)])
    #expect(SlotPair(Array(bytes[..<(Slot.minimumSize)])).damage != nil)
    #expect(SlotPair(Array(bytes[..<(bytes.count - 1)])).damage != nil)
  }
}
