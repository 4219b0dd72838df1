import Networking
import Testing

@Suite struct HTTPProgressWordsTests {
  @Test(
    "HTTP progress is shown in the unit of the total",
    arguments: [
      (0, nil, "0 KiB"), (1023, nil, "0 KiB"), (655_360, nil, "640 KiB"),
      (1_048_575, nil, "1023 KiB"), (1_048_576, nil, "1.0 MiB"),
      (3_355_443, 12_582_912, "3.1 of 12.0 MiB"),
      (1024, 655_360, "1 of 640 KiB"), (0, 12_582_912, "0.0 of 12.0 MiB"),
      (268_435_456, nil, "256.0 MiB"), (655_360, 655_360, "640 of 640 KiB"),
      (655_361, 655_360, "640 KiB"), (1024, 1_048_575, "1 of 1023 KiB"),
      (1024, 1_048_576, "0.0 of 1.0 MiB"),
      // More than was promised: then nobody knows how much there is.
      (2048, 1024, "2 KiB"),
    ] as [(Int, Int?, String)])
  func itIsSaidInTheUnitOfTheWhole(received: Int, expected: Int?, words: String) {
    #expect(HTTPProgress(received: received, expected: expected).text == words)
  }

  /// What a server promises is the server's.
  @Test("HTTP progress accepts extreme numbers") func noNumberIsTooLarge() {
    #expect(
      HTTPProgress(received: 1 << 20, expected: .max).text.hasPrefix("1.0 of 8796093022207."))
    #expect(HTTPProgress(received: .max, expected: nil).text.hasSuffix(" MiB"))
  }
}
