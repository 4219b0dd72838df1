import Testing

@testable import Core
@testable import Restoration

@Suite struct SlotTests {
  private static let slot = Slot(generation: 42, body: Array(#"{"a":1}"#.utf8))

  private func read(_ bytes: [UInt8]) -> Slot.Reading { Slot.read(bytes[...]) }

  private func read(_ text: String) -> Slot.Reading { read(Array(text.utf8)) }

  /// A slot with a header of one's own, and the checksum that is right for it.
  private func sealed(_ header: String, _ body: String = "{}") -> String {
    var checksum = CRC32()
    checksum.update("\(header) ".utf8)
    checksum.update(body.utf8)
    return "\(header) crc32 \(checksum.hexadecimal)\n\(body)"
  }

  @Test func aSlotIsAHeaderLineAndABody() {
    let text = String(decoding: Self.slot.bytes, as: UTF8.self)
    #expect(text == sealed("reprise-snapshot 1 generation 42 bytes 7", #"{"a":1}"#))
  }

  @Test func aSealedSlotIsOfFormat2AndStaysThat() {
    let slot = Slot(generation: 42, body: Self.slot.body, format: Slot.sealedFormat)
    let text = String(decoding: slot.bytes, as: UTF8.self)
    #expect(text == sealed("reprise-snapshot 2 generation 42 bytes 7", #"{"a":1}"#))
    guard case .valid(let again) = read(slot.bytes) else {
      Issue.record("it isn't valid")
      return
    }
    #expect(again.bytes == slot.bytes)
  }

  @Test(
    "A slot is read whatever follows it",
    arguments: [[], [0x0A, 0x0A, 0x0A], [UInt8](repeating: 0x0A, count: 4000)])
  func whatWasWrittenIsReadWhateverFillsTheRest(filling: [UInt8]) {
    guard case .valid(let slot) = read(Self.slot.bytes + filling) else {
      Issue.record("it isn't valid")
      return
    }
    #expect(slot.generation == 42)
    #expect(slot.body == Self.slot.body)
  }

  @Test("A slot may have an empty body") func anEmptyBodyIsABody() {
    guard case .valid(let slot) = read(Slot(generation: 1, body: []).bytes) else {
      Issue.record("it isn't valid")
      return
    }
    #expect(slot.body == [])
  }

  @Test("A slot of line feeds alone is blank", arguments: [0, 1, 4096])
  func aPlaceWithNothingButLineFeedsIsBlank(count: Int) {
    guard case .blank = read([UInt8](repeating: 0x0A, count: count)) else {
      Issue.record("it isn't blank")
      return
    }
  }

  @Test("A slot of zero bytes is broken") func aPlaceThatAPowerCutEmptiedIsBroken() {
    guard case .broken = read([UInt8](repeating: 0, count: 4096)) else {
      Issue.record("it isn't broken")
      return
    }
  }

  @Test(
    "A slot with a wrong header field is broken",
    arguments: [
      "Reprise-snapshot 1 generation 42 bytes 2", "reprise-snapshot x generation 42 bytes 2",
      "reprise-snapshot 0 generation 42 bytes 2", "reprise-snapshot -1 generation 42 bytes 2",
      "reprise-snapshot 1 Generation 42 bytes 2", "reprise-snapshot 1 generation -1 bytes 2",
      "reprise-snapshot 1 generation 18446744073709551616 bytes 2",
      "reprise-snapshot 1 generation 18446744073709551615 bytes 2",
      "reprise-snapshot 1 generation 42 octets 2", "reprise-snapshot 1 generation 42 bytes x",
      "reprise-snapshot 1 generation 42 bytes -2", "reprise-snapshot 1 generation 42 bytes 3",
      "reprise-snapshot 1 generation 42 bytes 9223372036854775807",
      "reprise-snapshot 1  generation 42 bytes 2",
      "reprise-snapshot 1 generation 42 bytes 2 more 1",
      "reprise-snapshot 1", "reprise-snapshot", "", "\u{0}",
      "reprise-snapshot 99999999999999999999",
    ])
  func aHeaderWithOneFieldWrongIsBroken(header: String) {
    guard case .broken = read(sealed(header)) else {
      Issue.record("\(read(sealed(header)))")
      return
    }
  }

  @Test(
    "A slot with a wrong checksum is broken",
    arguments: ["crc32 00000000", "crc32 ", "CRC32 ", "crc32", "crc32 zzzzzzzz"])
  func aWrongChecksumIsBroken(checksum: String) {
    let text = "reprise-snapshot 1 generation 42 bytes 2 \(checksum)\n{}"
    guard case .broken = read(text) else {
      Issue.record("\(read(text))")
      return
    }
  }

  @Test("A slot with an endless header is broken") func aHeaderWithoutAnEndIsBroken() {
    guard case .broken = read(String(repeating: "reprise-snapshot 1 ", count: 100)) else {
      Issue.record("it isn't broken")
      return
    }
  }

  @Test func aSlotCutAnywhereIsNotValid() {
    let bytes = Self.slot.bytes
    for count in 0..<bytes.count {
      if case .valid = read(Array(bytes[..<count])) { Issue.record("cut to \(count)") }
    }
  }

  @Test("A slot with any flipped bit is broken") func aFlippedBitIsNoticedWhereverItIs() {
    let bytes = Self.slot.bytes
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        guard case .broken = read(flipped) else {
          Issue.record("bit \(bit) of byte \(place): \(read(flipped))")
          continue
        }
      }
    }
  }

  @Test("A newer release's slot is recognized") func aLaterReleasesSlotIsKnownAsThat() {
    let later = sealed("reprise-snapshot 7 generation 1 bytes 2")
    guard case .newer(format: 7, generation: 1) = read(later) else {
      Issue.record("it isn't newer")
      return
    }
  }

  private func generation(_ number: UInt64) -> UInt64? {
    read(sealed("reprise-snapshot 1 generation \(number) bytes 2")).generation
  }

  @Test("A slot's limits of generation, format and size are exact") func theLimitsAreExact() {
    #expect(generation(0) == 0)
    #expect(generation(Slot.maximumGeneration - 1) == Slot.maximumGeneration - 1)
    #expect(generation(Slot.maximumGeneration) == nil)
    guard case .valid(let second) = read(sealed("reprise-snapshot 2 generation 1 bytes 2")),
      case .newer(format: 3, generation: 1) = read(
        sealed("reprise-snapshot 3 generation 1 bytes 2"))
    else {
      Issue.record("format 2 isn't this release's, or 3 is")
      return
    }
    #expect(second.format == 2)
    let empty = Slot(generation: 1, body: []).bytes.count
    // “bytes 1048515” has six digits more than “bytes 0”.
    let longest = Slot.maximumSize - empty - 6
    let slots = [longest, longest + 1].map {
      Slot(generation: 1, body: [UInt8](repeating: 0x20, count: $0))
    }
    #expect(slots.map(\.bytes.count) == [Slot.maximumSize, Slot.maximumSize + 1])
    #expect(slots.map(\.isStorable) == [true, false])
  }

  @Test("A broken slot says what is damaged") func theReasonOfADamageIsSaid() {
    func reason(_ bytes: [UInt8]) -> String? {
      if case .broken(let reason) = read(bytes) { reason } else { nil }
    }
    #expect(reason(Self.slot.bytes) == nil)
    #expect(reason(Array(Self.slot.bytes.dropLast())) == "it is cut short")
    #expect(reason(Array(Self.slot.bytes.dropLast()) + [0x0A]) == "its checksum is wrong")
    #expect(reason([0x0A] + Self.slot.bytes) == "its header is damaged")
    #expect(reason([0x20]) == "its header is damaged")
  }
}
