import Core

/// One of the two slots of a session file: a header line, then the body.
///
///     reprise-snapshot 1 generation 42 bytes 1234 crc32 89abcdef
///     {"application":"cloudburst",…}
///
/// The checksum covers the header up to the word `crc32`, and the body. The slot is padded with
/// line feeds. A slot with an encrypted body, which includes the session's name, has format 2; a
/// plain one still has format 1. Every later format will keep this header, so that a newer format
/// can be distinguished from damage.
struct Slot {
  /// The newest format that can be read.
  static let format = sealedFormat
  static let plainFormat = 1
  static let sealedFormat = 2
  /// Sizes of a slot, in bytes.
  static let minimumSize = 16 << 10
  static let maximumSize = 1 << 20
  /// An exclusive upper bound for generations. It can't be reached by saving, only by manipulating
  /// a file.
  static let maximumGeneration = UInt64.max >> 1

  let generation: UInt64
  let body: [UInt8]
  var format = plainFormat

  /// The header line, which identifies the generation and its contents.
  var header: [UInt8] { Array(bytes.prefix { $0 != 0x0A }) }

  /// The slot's bytes without padding.
  var bytes: [UInt8] {
    var bytes = Array(
      "\(Slot.name) \(format) generation \(generation) bytes \(body.count) ".utf8)
    var checksum = CRC32()
    checksum.update(bytes)
    checksum.update(body)
    bytes.append(contentsOf: "crc32 \(checksum.hexadecimal)\n".utf8)
    bytes.append(contentsOf: body)
    return bytes
  }

  /// Whether the slot including its header fits into the maximum size.
  var isStorable: Bool {
    body.count < Slot.maximumSize - Slot.maximumHeader || bytes.count <= Slot.maximumSize
  }

  enum Reading {
    /// The slot was never written.
    case blank
    case valid(Slot)
    /// The slot is damaged or incomplete. The value is the reason.
    case broken(String)
    /// The slot was written by a newer release.
    case newer(format: Int, generation: UInt64)

    /// The generation; `nil` if the slot is blank or broken.
    var generation: UInt64? {
      switch self {
      case .valid(let slot): slot.generation
      case .newer(_, let generation): generation
      case .blank, .broken: nil
      }
    }
  }

  private static let name = "reprise-snapshot"
  private static let maximumHeader = 128

  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    if bytes.allSatisfy({ $0 == 0x0A }) { return .blank }
    guard let end = bytes.prefix(maximumHeader).firstIndex(of: 0x0A) else {
      return .broken("its header is damaged")
    }
    let header = bytes[..<end]
    let fields = String(decoding: header, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 8, fields[0] == name, let format = Int(fields[1]), format > 0,
      fields[2] == "generation", let generation = UInt64(fields[3]), generation < maximumGeneration,
      fields[4] == "bytes", let count = Int(fields[5]), count >= 0, fields[6] == "crc32"
    else { return .broken("its header is damaged") }
    guard bytes.endIndex - (end + 1) >= count else { return .broken("it is cut short") }
    let body = bytes[(end + 1)..<(end + 1 + count)]
    var checksum = CRC32()
    checksum.update(header.dropLast("crc32 ".utf8.count + fields[7].utf8.count))
    checksum.update(body)
    guard fields[7] == checksum.hexadecimal else { return .broken("its checksum is wrong") }
    if format > Slot.format { return .newer(format: format, generation: generation) }
    return .valid(Slot(generation: generation, body: Array(body), format: format))
  }
}

/// The two slots of a session file. The slot size is derived from the file.
struct SlotPair {
  private(set) var slotSize: Int
  private var readings: [(index: Int, reading: Slot.Reading)] = []
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
    readings = [0, 1].map { index in
      let start = min(index * size, bytes.count)
      return (index, Slot.read(bytes[start..<min(start + size, bytes.count)]))
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

  var newest: (slot: Slot, index: Int)? { intactSlots.first }

  /// The valid slots with their indices, newest first.
  var intactSlots: [(slot: Slot, index: Int)] {
    readings.compactMap { index, reading -> (slot: Slot, index: Int)? in
      if case .valid(let slot) = reading { (slot, index) } else { nil }
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

/// The generations in a session's two files: the slots of the session's file, and its copy.
///
/// After a kill, the newest generation is in a slot. After a power cut it may be in either file:
/// the kernel may have written the slots up to half a minute ago, while the copy is at most a
/// second old.
struct SavedGenerations {
  let slots: SlotPair
  let copy: Slot.Reading
  /// Why the copy can't be read; `nil` if it can, or doesn't exist.
  let copyProblem: FileError?

  /// A generation with a valid checksum.
  struct IntactSlot {
    let slot: Slot
    /// The index of the slot; `nil` for the copy.
    let slotIndex: Int?
  }

  init(file: [UInt8], copy: Result<[UInt8], FileError>) {
    slots = SlotPair(file)
    switch copy {
    case .success(let bytes):
      self.copy = Slot.read(bytes[...])
      copyProblem = nil
    case .failure(let problem):
      self.copy = .blank
      copyProblem = problem
    }
  }

  /// The valid generations, newest first. A slot precedes a copy of the same generation.
  var intactSlots: [IntactSlot] {
    let fileSlots = slots.intactSlots.map { IntactSlot(slot: $0.slot, slotIndex: $0.index) }
    guard case .valid(let copied) = copy else { return fileSlots }
    let end = fileSlots.firstIndex { $0.slot.generation < copied.generation } ?? fileSlots.endIndex
    return fileSlots[..<end] + [IntactSlot(slot: copied, slotIndex: nil)] + fileSlots[end...]
  }

  /// The format of a generation from a newer release; `nil` if there is none. A copy that is older
  /// than the slots is ignored.
  var newerFormat: Int? {
    if let format = slots.newerFormat { return format }
    guard case .newer(let format, let generation) = copy,
      generation > slots.intactSlots.first?.slot.generation ?? 0
    else { return nil }
    return format
  }

  /// The highest generation number, including that of a newer release.
  var highest: UInt64 { max(slots.highest, copy.generation ?? 0) }

  var isCopyNewest: Bool { copy.generation.map { $0 > slots.highest } ?? false }
}
