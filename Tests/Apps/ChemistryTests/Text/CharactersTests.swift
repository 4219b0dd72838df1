import Testing

@testable import Chemistry

@Suite struct CharactersTests {
  @Test(
    "Fixed-point number has a fixed number of digits",
    arguments: [
      (0, 4, "0.0000"), (-1.5, 4, "-1.5000"), (0.00004, 4, "0.0000"), (-0.00001, 4, "0.0000"),
      (1234.56789, 2, "1234.57"), (.nan, 2, "0.00"), (.infinity, 1, "0.0"), (1e30, 1, "0.0"),
      (99999.99999, 4, "100000.0000"),
    ] as [(Double, Int, String)])
  func numbersHaveFixedDigits(value: Double, places: Int, text: String) {
    #expect(Characters.fixed(value, places) == text)
  }

  @Test(
    "Whole number of a chemical file has at most ten digits",
    arguments: [
      ("12", 12), ("-3", -3), ("+4", 4), ("", nil), ("-", nil), ("1x", nil), ("99999999999", nil),
      ("9999999999", 9_999_999_999), ("1 2", nil),
    ] as [(String, Int?)])
  func wholeNumbersHaveAtMostTenDigits(text: String, number: Int?) {
    #expect(Characters.integer(text) == number)
  }

  @Test("Text of a chemical file that is not UTF-8 is Windows Latin")
  func otherBytesAreWindowsLatin() {
    #expect(Characters.decode([0x80, 0xE9, 0x41]) == "€éA")
    #expect(Characters.decode(Array("é€".utf8)) == "é€")
  }

  @Test(
    "Coordinate that is not finite or too large is refused",
    arguments: ["nan", "inf", "1e300", "", "x", "1e10"])
  func whatNoDrawingNeedsIsNoNumber(text: String) {
    #expect(Characters.real(text) == nil)
  }
}
