import Testing

@testable import Encryption

@Suite struct PaddingTests {
  @Test("Padding is added and removed") func whatIsPaddedComesBack() {
    for count in [0, 1, 255, 256, 4095, 4096, 70_000] {
      // Zeros, and the byte that ends what is meant, are as good as any others.
      for filling: UInt8 in [0, 0x80, 7] {
        let plain = [UInt8](repeating: filling, count: count)
        var bytes = plain
        Padding.add(to: &bytes)
        #expect(bytes.count == Padding.length(of: count))
        #expect(Padding.remove(from: &bytes))
        #expect(bytes == plain, "\(count)")
      }
    }
  }

  /// The lengths of the paper that describes Padmé, for lengths beyond the shortest.
  @Test(
    "Padded length is one of few",
    arguments: [
      (0, 256), (255, 256), (256, 272), (271, 272), (272, 288), (4095, 4096), (4096, 4352),
      (999_999, 1_015_808), ((1 << 28) - 1, 1 << 28),
    ])
  func aLengthIsOneOfFew(count: Int, expected: Int) {
    #expect(Padding.length(of: count) == expected)
  }

  @Test("Padding adds at most a sixteenth") func nothingIsMoreThanASixteenthLonger() {
    var last = 0
    for count in Padding.minimum..<100_000 {
      let length = Padding.length(of: count)
      #expect(length > count && length >= last)
      // One byte is there whatever the length is.
      #expect(length - count - 1 <= (count + 1) / 16, "\(count)")
      last = length
    }
    #expect(Set((0..<1 << 20).map { Padding.length(of: $0) }).count < 300)
  }

  @Test("Padding near the limit fills up to the limit")
  func nearTheLimitEverythingIsAsLongAsTheLimit() {
    #expect(Padding.length(of: 1_040_000, limit: 1_048_064) == 1_048_064)
    #expect(Padding.length(of: 1_048_063, limit: 1_048_064) == 1_048_064)
    // What is too long is somebody else's problem.
    #expect(Padding.length(of: 1_048_064, limit: 1_048_064) == 1_048_065)
    #expect(Padding.length(of: .max - 1) > 0)
  }

  @Test(
    "Padding that is absent is not removed",
    arguments: [[], [0, 0], [1], [0x80, 1, 0]] as [[UInt8]])
  func whatHasNoPaddingIsNotTakenForPadded(bytes: [UInt8]) {
    var bytes = bytes
    #expect(!Padding.remove(from: &bytes))
  }
}
