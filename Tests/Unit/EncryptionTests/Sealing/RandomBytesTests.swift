import Testing

@testable import Encryption

@Suite struct RandomBytesTests {
  @Test("Random bytes have the requested count", arguments: [0, 1, 12, 16, 64, 1000, 100_000])
  func thereAreAsManyAsWereAskedFor(count: Int) throws {
    #expect(try [UInt8](randomCount: count).count == count)
  }

  @Test("Random bytes of 1000 nonces are all different") func noTwoAreAlike() throws {
    let nonces = try (0..<1000).map { _ in try [UInt8](randomCount: 12) }
    #expect(Set(nonces).count == 1000)
  }

  /// Of a hundred thousand bytes every value comes some four hundred times, to the last byte: none
  /// was left as it was.
  @Test("Random bytes have all values about equally often") func allOfThemAreRandom() throws {
    var counts = [Int](repeating: 0, count: 256)
    let bytes = try [UInt8](randomCount: 100_000)
    for byte in bytes { counts[Int(byte)] += 1 }
    #expect(counts.allSatisfy { (200...600).contains($0) })
    #expect(Set(bytes.suffix(64)).count > 16)
  }
}
