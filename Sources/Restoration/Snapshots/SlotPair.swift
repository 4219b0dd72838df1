/// The two slots in a session file's bytes, of a size that the file itself shows.
struct SlotPair {
  private(set) var slotSize: Int
  private var readings: [(place: Int, reading: Slot.Reading)] = []
  private let length: Int

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
    // In a file that was cut behind a large first slot, nothing but that slot itself shows its size.
    if case .broken = readings[0].reading,
      case .valid(let first) = Slot.read(bytes.prefix(Slot.maximumSize))
    {
      while slotSize < first.bytes.count { slotSize *= 2 }
      readings = [(0, .valid(first)), (1, .blank)]
    }
    length = bytes.count
  }

  /// The whole slot of the highest generation, and which of the two it is.
  var newest: (slot: Slot, place: Int)? { whole.first }

  /// The whole slots, the newest first, and which of the two each is.
  var whole: [(slot: Slot, place: Int)] {
    readings.compactMap { place, reading -> (slot: Slot, place: Int)? in
      if case .valid(let slot) = reading { (slot, place) } else { nil }
    }
    .sorted { $0.slot.generation > $1.slot.generation }
  }

  /// The highest generation that is whole, of whatever release; 0 if there is none.
  var highest: UInt64 { readings.compactMap(\.reading.generation).max() ?? 0 }

  /// True if the file is as long as its two slots.
  var isWhole: Bool { length == 2 * slotSize }

  /// The damage to a slot that isn't whole, or to the file. An empty file is as good as none.
  var damage: String? {
    for case (_, .broken(let reason)) in readings { return reason }
    return isWhole || length == 0 ? nil : "the file's length is wrong"
  }

  /// The format of a slot that a later release wrote.
  var newerFormat: Int? {
    for case (_, .newer(let format, _)) in readings { return format }
    return nil
  }
}
