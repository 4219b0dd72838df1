import Testing

@testable import Terminals

@Suite struct SafeTextPiecesTests {
  @Test("Safe text: a simple scalar is as wide as its cluster")
  func aSimpleScalarIsAsWideAsItsClusterAndStandsAlone() {
    var simple: [Character] = []
    for value in 0x80...0xFFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), let width = SafeText.widthIfSimple(value) else {
        continue
      }
      simple.append(Character(scalar))
      _ = SafeText.emit(Character(scalar)) { character, general in
        #expect(general == width && character == Character(scalar), "U+\(String(value, radix: 16))")
        return true
      }
    }
    #expect(simple.count > 40_000)
    // Of every pair, each next to its neighbour, and all next to a letter, none is joined.
    #expect(String(simple).count == simple.count)
    #expect(String(simple.reversed()).count == simple.count)
    #expect(String(simple.flatMap { [$0, "a"] }).count == 2 * simple.count)
  }

  @Test("Safe text is read in the largest pieces") func textIsReadInAsLargePiecesAsItAllows() {
    var pieces: [String] = []
    SafeText.forEachPiece(of: "Köln: e\u{301}, 漢\u{1B}!") { piece in
      switch piece {
      case .ascii(let bytes): pieces.append("ascii " + String(decoding: bytes, as: UTF8.self))
      case .scalar(let scalar, let width): pieces.append("scalar \(scalar) \(width)")
      case .cluster(let cluster, let width): pieces.append("cluster \(cluster) \(width)")
      }
      return true
    }
    #expect(
      pieces == [
        "ascii K", "scalar ö 1", "ascii ln: ", "cluster e\u{301} 1", "ascii , ", "scalar 漢 2",
        "cluster ^ 1", "cluster [ 1", "ascii !",
      ])
  }

  /// The first letter of a conjunct has more marks than are shown.
  @Test("Safe text: each letter of a cluster may have marks")
  func everyLetterOfAClusterMayHaveMarksOfItsOwn() throws {
    let text = "क" + String(repeating: "\u{93C}", count: 9) + "\u{94D}ष\u{93C}"
    var last: Character?
    SafeText.forEachCluster(of: text) { character, _ in
      last = character
      return true
    }
    #expect(try #require(last).unicodeScalars.elementsEqual("ष\u{93C}".unicodeScalars))
  }

  /// Even in the middle of a cluster that comes in parts.
  @Test(
    "Safe text stops reading on request",
    arguments: ["ab!", "漢!", "e\u{301}!", "\u{1B}!", "\u{1100}\u{1100}\u{1100}!"])
  func nothingMoreIsReadThanIsTaken(text: String) {
    var count = 0
    SafeText.forEachPiece(of: text) { _ in
      count += 1
      return false
    }
    #expect(count == 1)
  }

  @Test(
    "Safe text: a mark after a long run stays on its letter",
    arguments: [511, 512, 513, 1024, 1025])
  func aMarkAfterALongRunStaysOnItsLetter(length: Int) {
    let text = String(repeating: "x", count: length) + "\u{301}"
    #expect(clusters(of: text).count == length)
    #expect(clusters(of: text).last == Piece("x\u{301}", 1))
  }
}
