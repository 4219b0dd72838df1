@testable import Restoration

extension ReadingLaws {
  /// Whatever became of a file, what is read from it is a whole slot of it, which goes on to be one
  /// wherever it is written to; and a file that is sound is written to without harm to what it
  /// holds.
  static func checkFile(_ file: [UInt8]) throws {
    let pair = SlotPair(file)
    try hold(
      (Slot.minimumSize...Slot.maximumSize).contains(pair.slotSize)
        && pair.slotSize.nonzeroBitCount == 1, "slots of \(pair.slotSize) bytes")
    guard let (slot, place) = pair.newest else { return }
    try hold(slot.bytes.count <= pair.slotSize, "a slot is longer than its place")
    guard case .valid(let again) = Slot.read(slot.bytes[...]) else {
      throw Broken(description: "a slot that was written can't be read")
    }
    try hold(
      again.generation == slot.generation && again.body == slot.body,
      "a slot that was written reads otherwise")
    try checkSnapshot(slot.body)
    // A body is one line; only one of several could hold what looks like a slot of its own.
    let isSound = pair.isWhole && pair.damage == nil && pair.newerFormat == nil
    if isSound, !slot.body.contains(0x0A) { try checkSaving(to: file, pair, after: slot, place) }
  }

  /// A save that is torn anywhere leaves the snapshot before it or its own.
  private static func checkSaving(
    to file: [UInt8], _ pair: SlotPair, after old: Slot, _ oldPlace: Int
  ) throws {
    let new = Slot(generation: old.generation + 1, body: Array("{\"a\":1}".utf8))
    let start = (1 - oldPlace) * pair.slotSize
    let contents =
      new.bytes + [UInt8](repeating: 0x0A, count: pair.slotSize - new.bytes.count)
    for count in [0, 1, 20, new.bytes.count - 1, new.bytes.count, contents.count] {
      var torn = file
      torn.replaceSubrange(start..<start + count, with: contents[..<count])
      let newest = SlotPair(torn).newest?.slot
      let isNew = newest?.generation == new.generation && newest?.body == new.body
      let isOld = newest?.generation == old.generation && newest?.body == old.body
      try hold(
        count < new.bytes.count ? isOld || isNew : isNew,
        "a save torn after \(count) bytes leaves generation \(newest?.generation ?? 0)")
    }
  }
}
