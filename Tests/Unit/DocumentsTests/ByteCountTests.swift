import Testing

@testable import Documents

@Suite struct ByteCountTests {
  private static let limits: [(count: Int, words: String)] = [
    (0, "0 bytes"), (1, "1 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1025, "1025 bytes"),
    (1536, "1536 bytes"), (2048, "2 KiB"), ((1 << 20) - 1024, "1023 KiB"), (1 << 20, "1 MiB"),
    (512 << 20, "512 MiB"), ((1 << 20) + 1024, "1025 KiB"), (3 << 30, "3 GiB"),
    ((1 << 30) + (1 << 20), "1025 MiB"),
  ]

  // In the macro's place Debian's compiler takes too long over the types.
  @Test("Byte count is in the largest unit without a fraction", arguments: limits)
  func aLimitIsInTheLargestUnitThatItIsAWholeNumberOf(count: Int, words: String) {
    #expect(ByteCount.text(count) == words)
  }
}
