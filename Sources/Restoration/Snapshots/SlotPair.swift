/// What a session file's bytes hold: two slots, of a size that the file itself shows.
struct SlotPair {
  let slotSize: Int
  private var readings: [(place: Int, reading: Slot.Reading)] = []

  init(_ bytes: [UInt8]) {
    // Slots are a power of two long. A whole file's size tells which; in one that was cut, the second slot's header does.
    var size = Slot.minimumSize
    while size * 2 < bytes.count, size < Slot.maximumSize { size *= 2 }
    var candidate = Slot.minimumSize
    while candidate < bytes.count, candidate <= Slot.maximumSize {
      if case .valid = Slot.read(bytes[candidate...].prefix(Slot.maximumSize)) {
        size = candidate
        break
      }
      candidate *= 2
    }
    slotSize = size
    readings = [0, 1].map { place in
      let start = min(place * size, bytes.count)
      return (place, Slot.read(bytes[start..<min(start + size, bytes.count)]))
    }
  }

  /// The whole slot of the highest generation, and which of the two it is.
  var newest: (slot: Slot, place: Int)? {
    readings.compactMap { place, reading -> (slot: Slot, place: Int)? in
      if case .valid(let slot) = reading { (slot, place) } else { nil }
    }
    .max { $0.slot.generation < $1.slot.generation }
  }

  /// What is wrong with a slot that isn't whole.
  var damage: String? {
    for case (_, .broken(let reason)) in readings { return reason }
    return nil
  }

  /// The format of a slot that a later release wrote.
  var newerFormat: Int? {
    for case (_, .newer(let format)) in readings { return format }
    return nil
  }
}
