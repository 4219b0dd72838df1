/// The two slots of a session file. The slot size is derived from the file.
struct SlotPair {
  private(set) var slotSize: Int
  private var readings: [(place: Int, reading: Slot.Reading)] = []
  private let length: Int

  init(_ bytes: [UInt8]) {
    // Slots have a power of two as size. The file's size determines it; if the file is truncated,
    // the position of the second slot's header does.
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
    // If the file is truncated after a large first slot, only that slot's length shows the size.
    if case .broken = readings[0].reading,
      case .valid(let first) = Slot.read(bytes.prefix(Slot.maximumSize))
    {
      while slotSize < first.bytes.count { slotSize *= 2 }
      readings = [(0, .valid(first)), (1, .blank)]
    }
    length = bytes.count
  }

  var newest: (slot: Slot, place: Int)? { whole.first }

  /// The valid slots with their indices, newest first.
  var whole: [(slot: Slot, place: Int)] {
    readings.compactMap { place, reading -> (slot: Slot, place: Int)? in
      if case .valid(let slot) = reading { (slot, place) } else { nil }
    }
    .sorted { $0.slot.generation > $1.slot.generation }
  }

  /// The highest generation of a valid slot, including that of a newer release; 0 if there is none.
  var highest: UInt64 { readings.compactMap(\.reading.generation).max() ?? 0 }

  var isWhole: Bool { length == 2 * slotSize }

  /// A description of damage to a slot or the file; `nil` if there is none or the file is empty.
  var damage: String? {
    for case (_, .broken(let reason)) in readings { return reason }
    return isWhole || length == 0 ? nil : "the file's length is wrong"
  }

  var newerFormat: Int? {
    for case (_, .newer(let format, _)) in readings { return format }
    return nil
  }
}
