import RepriseTesting
import Restoration
import Testing

@testable import Core

@Suite struct JSONRoundTripTests {
  @Test("JSON round-trips 2000 random values") func whatIsWrittenIsReadAsItWas() throws {
    var random = Random(seed: 1)
    for _ in 0..<2_000 {
      let value = random.value(depth: 5)
      let bytes = value.bytes
      let back = try JSON(bytes)
      #expect(back == value)
      #expect(back.bytes == bytes)
      #expect(try JSON(Array(value.indented.utf8)).bytes == bytes)
    }
  }

  @Test("JSON document with flipped bytes is read or refused")
  func aDocumentWithFlippedBytesIsReadOrRefused() {
    var random = Random(seed: 2)
    for _ in 0..<20_000 {
      var bytes = Self.document
      for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        switch Int.random(in: 0..<4, using: &random.generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random.generator)
        case 1:
          bytes[place] =
            Array("[]{}\",:\\u0-.eE \u{0}".utf8).randomElement(using: &random.generator) ?? 0
        case 2: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { break }
      }
      expectReadOrRefused(bytes)
    }
  }

  @Test("JSON document cut at any byte is refused") func aDocumentCutAnywhereIsRefused() {
    for count in 0..<Self.document.count {
      let limits: [JSON.Limits] = [.response, .snapshot]
      for limits in limits {
        #expect(throws: JSON.Malformed.self, "\(count)") {
          try JSON(Array(Self.document.prefix(count)), limits: limits)
        }
      }
    }
  }

  /// Whatever is read comes back when it is written; whatever is refused is refused at a place
  /// within the text.
  private func expectReadOrRefused(_ bytes: [UInt8]) {
    do {
      let value = try JSON(bytes)
      #expect(try JSON(value.bytes) == value)
    } catch let malformed as JSON.Malformed {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect((1...lines.count).contains(malformed.line))
      let line = lines[min(malformed.line, lines.count) - 1]
      #expect((1...line.count + 1).contains(malformed.column), "\(bytes)")
      #expect(!malformed.reason.isEmpty)
    } catch {
      Issue.record(error)
    }
  }

  private static let document = Array(
    #"""
    {
      "name": "Größer \"Server\" \ud83d\ude00 漢字",
      "numbers": [0, -1, 1260941860895, 1.5e-10, 1E+400],
      "none": null, "yes": true, "no": false,
      "nested": [[[], {}], {"a": {"b": [1, {"c": "\u001b[31m\\\n"}]}}]
    }
    """#.utf8)
}

/// Values that are the same in every run.
private struct Random {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func value(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      let numbers = ["0", "-0", "1.0", "1e400", "-12.5E-3", "9223372036854775808"]
      return .number(numbers.randomElement(using: &generator) ?? "0")
    case 3, 4: return .string(text())
    case 5, 6: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    default:
      return .object((0..<count()).map { _ in JSON.Member(text(), value(depth: depth - 1)) })
    }
  }

  private mutating func count() -> Int { Int.random(in: 0...4, using: &generator) }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "/", "\u{0}", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "é", "漢", "😀",
      "\u{301}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "u", "0",
    ]
    let picked = (0..<Int.random(in: 0...9, using: &generator)).compactMap { _ in
      scalars.randomElement(using: &generator)
    }
    return String(String.UnicodeScalarView(picked))
  }
}
