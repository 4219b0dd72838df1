import Core
import Testing

@testable import Restoration

@Suite struct SavedGenerationsTests {
  private func slot(_ generation: UInt64, format: Int = Slot.plainFormat) -> [UInt8] {
    Slot(generation: generation, body: Array("{}".utf8), format: format).bytes
  }

  /// A file of two slots, and its copy; nil is what was never written.
  private func saved(
    _ first: [UInt8]?, _ second: [UInt8]?, copy: [UInt8] = []
  ) -> SavedGenerations {
    let file = [first, second].flatMap { slot -> [UInt8] in
      let bytes = slot ?? []
      return bytes + [UInt8](repeating: 0x0A, count: Slot.minimumSize - bytes.count)
    }
    return SavedGenerations(file: file, copy: .success(copy))
  }

  @Test(
    "Saved generations list the newest first, the slot before the copy",
    arguments: [
      (5, [5, 4, 3], [nil, 0, 1], true), (4, [4, 4, 3], [0, nil, 1], false),
      (3, [4, 3, 3], [0, 1, nil], false), (2, [4, 3, 2], [0, 1, nil], false),
    ] as [(UInt64, [UInt64], [Int?], Bool)])
  func theNewestIsFirstAndOfTwoThatAreTheSameTheSlot(
    copy: UInt64, generations: [UInt64], places: [Int?], isCopyNewest: Bool
  ) {
    let saved = saved(slot(4), slot(3), copy: slot(copy))
    #expect(saved.intactSlots.map(\.slot.generation) == generations)
    #expect(saved.intactSlots.map(\.slotIndex) == places)
    #expect(saved.isCopyNewest == isCopyNewest)
    #expect(saved.highest == max(4, copy))
    #expect(saved.newerFormat == nil && saved.copyProblem == nil)
  }

  @Test("Saved generations work with slots or copy alone")
  func withoutACopyTheSlotsCountAndWithoutSlotsTheCopy() {
    let slots = saved(slot(3), slot(4))
    #expect(
      slots.intactSlots.map(\.slotIndex) == [1, 0] && slots.highest == 4 && !slots.isCopyNewest)
    let copy = SavedGenerations(file: [], copy: .success(slot(1)))
    #expect(copy.intactSlots.map(\.slotIndex) == [nil] && copy.highest == 1 && copy.isCopyNewest)
    let nothing = SavedGenerations(file: [], copy: .success([]))
    #expect(nothing.intactSlots.isEmpty && nothing.highest == 0 && !nothing.isCopyNewest)
    #expect(nothing.newerFormat == nil)
  }

  /// A later release may have saved before this one saved again.
  @Test(
    "A newer release's copy counts only if it is the newest generation",
    arguments: [(3, nil), (4, nil), (5, 7)] as [(UInt64, Int?)])
  func aLaterReleasesCopyCountsIfItIsTheNewest(generation: UInt64, format: Int?) {
    let saved = saved(slot(4), nil, copy: slot(generation, format: 7))
    #expect(saved.newerFormat == format)
    #expect(saved.isCopyNewest == (generation > 4) && saved.highest == max(4, generation))
    #expect(saved.intactSlots.map(\.slotIndex) == [0])
  }

  @Test("A newer release's slot always counts") func aLaterReleasesSlotCountsAlways() {
    #expect(saved(slot(4), slot(3, format: 7)).newerFormat == 7)
    #expect(saved(nil, slot(1, format: 3)).newerFormat == 3)
    #expect(saved(nil, slot(1, format: 2)).newerFormat == nil)
    let alone = SavedGenerations(file: [], copy: .success(slot(1, format: 3)))
    #expect(alone.newerFormat == 3 && alone.intactSlots.isEmpty && alone.isCopyNewest)
  }

  @Test("Saved generations ignore an unreadable copy") func aCopyThatCannotBeReadIsNone() {
    let problem = FileError.unsafe(path: "main.durable", "it is a folder")
    let saved = SavedGenerations(file: slot(4), copy: .failure(problem))
    #expect(saved.copyProblem == problem && saved.intactSlots.map(\.slotIndex) == [0])
    #expect(!saved.isCopyNewest && saved.highest == 4)
  }
}
