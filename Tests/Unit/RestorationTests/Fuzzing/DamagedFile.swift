@testable import Core
@testable import Restoration

/// A session file of which a fuzzer wrote the recipe: slots are mostly empty, so the recipe is a
/// thousand times shorter than the file, and its checksums are right where they are to be.
///
/// Recipe: one byte for the slots' size, one for where the file is cut, then what stands in the
/// file, each piece behind a byte 0xFF, which no text has: one byte for where and how, then a
/// header line and a body.
struct DamagedFile {
  private(set) var bytes: [UInt8]

  init(recipe: ArraySlice<UInt8>) {
    let pieces = recipe.split(separator: 0xFF, omittingEmptySubsequences: false)
    let head = Array(pieces[0].prefix(2))
    let length = 2 * Slot.minimumSize << Int((head.first ?? 0) % 7)
    bytes = [UInt8](repeating: 0x0A, count: length)
    for piece in pieces.dropFirst() {
      guard let how = piece.first else { continue }
      write(DamagedFile.slot(piece.dropFirst(), how), at: DamagedFile.place(how))
    }
    let cut = head.count > 1 ? Int(head[1]) : 0
    if cut > 0 { bytes.removeLast(length / 256 * cut) }
  }

  /// The beginning of the file, or where a second slot may begin.
  private static func place(_ how: UInt8) -> Int {
    let power = Int(how & 7)
    return power == 0 ? 0 : Slot.minimumSize << (power - 1)
  }

  private mutating func write(_ slot: [UInt8], at place: Int) {
    guard place < bytes.count else { return }
    let end = min(bytes.count, place + slot.count)
    bytes.replaceSubrange(place..<end, with: slot.prefix(end - place))
  }

  private static func slot(_ text: ArraySlice<UInt8>, _ how: UInt8) -> [UInt8] {
    guard let end = text.firstIndex(of: 0x0A) else { return Array(text) }
    let spaces = [0, 100, 17_000, 40_000][Int(how >> 4 & 3)]
    let body = text[(end + 1)...] + [UInt8](repeating: 0x20, count: spaces)
    guard how & 8 != 0 else { return Array(text[...end] + body) }
    return sealed(text[..<end], body)
  }

  /// The slot with its count and its checksum put right, whatever else its header says.
  private static func sealed(_ header: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> [UInt8] {
    var words = header.split(separator: 0x20, omittingEmptySubsequences: false).map(Array.init)
    guard words.count == 8 else { return Array(header + [0x0A] + body) }
    words[5] = Array(String(body.count).utf8)
    let covered = Array(words[..<6].joined(separator: [0x20])) + [0x20]
    var checksum = CRC32()
    checksum.update(covered)
    checksum.update(body)
    return covered + words[6] + [0x20] + Array(checksum.hexadecimal.utf8) + [0x0A] + body
  }
}
