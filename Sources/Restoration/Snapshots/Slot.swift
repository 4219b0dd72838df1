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
    let words = String(decoding: header, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 8, words[0] == name, let format = Int(words[1]), format > 0,
      words[2] == "generation", let generation = UInt64(words[3]), generation < maximumGeneration,
      words[4] == "bytes", let count = Int(words[5]), count >= 0, words[6] == "crc32"
    else { return .broken("its header is damaged") }
    guard bytes.endIndex - (end + 1) >= count else { return .broken("it is cut short") }
    let body = bytes[(end + 1)..<(end + 1 + count)]
    var checksum = CRC32()
    checksum.update(header.dropLast("crc32 ".utf8.count + words[7].utf8.count))
    checksum.update(body)
    guard words[7] == checksum.hexadecimal else { return .broken("its checksum is wrong") }
    if format > Slot.format { return .newer(format: format, generation: generation) }
    return .valid(Slot(generation: generation, body: Array(body), format: format))
  }
}
