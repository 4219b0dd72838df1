import Testing

@testable import Core

@Suite struct IntDividedDownTests {
  @Test(
    "Division rounding down also rounds negative numbers down",
    arguments: [
      (0, 0), (1, 0), (399, 0), (400, 1), (401, 1), (-1, -1), (-399, -1), (-400, -1), (-401, -2),
      (-800, -2),
    ])
  func whatIsBelowZeroIsRoundedDownToo(number: Int, quotient: Int) {
    #expect(number.dividedDown(by: 400) == quotient)
  }

  @Test("Division rounding down handles Int.min and Int.max") func noNumberIsTooFarAway() {
    #expect(Int.min.dividedDown(by: 1000) == -9_223_372_036_854_776)
    #expect(Int.max.dividedDown(by: 1000) == 9_223_372_036_854_775)
  }
}
