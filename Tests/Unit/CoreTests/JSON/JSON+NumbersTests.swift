import Testing

@testable import Core

@Suite struct JSONNumbersTests {
  @Test(
    "JSON whole number is an Int in any notation",
    arguments: [
      ("0", 0), ("-0", 0), ("42", 42), ("-1", -1), ("1.0", 1), ("1e3", 1000), ("1E+3", 1000),
      ("1.5e1", 15), ("1200e-2", 12), ("-2.50e2", -250), ("0e99999999999999999999", 0),
      ("0.000", 0), ("-0.0e-5", 0), ("1e18", 1_000_000_000_000_000_000),
      ("1263862881511", 1_263_862_881_511), ("9007199254740993.0", 9_007_199_254_740_993),
      ("9223372036854775807", .max), ("9223372036854775807.0", .max),
      ("-9223372036854775808", .min), ("-9.223372036854775808e18", .min),
      ("0.00000000000000000000000001e26", 1),
    ])
  func aWholeNumberIsAnIntHoweverItIsWritten(written: String, value: Int) {
    #expect(JSON.number(written).int == value)
  }

  @Test(
    "JSON number that is no Int is nil",
    arguments: [
      "0.5", "-1.5", "1e-3", "1200e-3", "9223372036854775808", "-9223372036854775809",
      "9223372036854775808.0", "1e19", "1e400", "-1e400", "1e-400", "1.0000000000000000000000001",
      "1e9223372036854775807", "1e-9223372036854775808", "1e99999999999999999999",
    ])
  func whatIsNoIntIsNone(written: String) {
    #expect(JSON.number(written).int == nil)
  }

  @Test(
    "JSON number in range is a Double",
    arguments: [
      ("0", 0.0), ("-1.5", -1.5), ("1e3", 1000.0), ("1e308", 1e308), ("1e-400", 0.0),
      ("9223372036854775808", 9_223_372_036_854_775_808.0), ("0.1", 0.1),
    ])
  func anyNumberWithinItsRangeIsADouble(written: String, value: Double) {
    #expect(JSON.number(written).double == value)
  }

  @Test("JSON minus zero keeps its sign as a Double") func theDoubleMinusZeroKeepsItsSign() throws {
    let zero = try #require(JSON.number("-0").double)
    #expect(zero == 0 && zero.sign == .minus)
  }

  @Test(
    "JSON number beyond all doubles is nil",
    arguments: ["1e400", "-1e400", "1e99999999999999999999"])
  func aNumberBeyondAllDoublesIsNone(written: String) {
    #expect(JSON.number(written).double == nil)
  }

  @Test(
    "JSON number with invalid text is no Int",
    arguments: ["", "-", ".", "1.", ".5", "x", "1x", "1.2.3", "nan", "infinity", "1ex"])
  func whatNoReaderLetsThroughIsNoInt(written: String) {
    #expect(JSON.number(written).int == nil)
  }

  @Test(
    "JSON number keeps its notation",
    arguments: [
      "0", "-0", "0.0", "1.0", "1.10", "1e3", "1E3", "1e+03", "1260941860895", "1e400", "-1.5E-10",
      "123456789012345678901234567890.123456789012345678901234567890",
    ])
  func aNumberIsKeptAsItWasWritten(written: String) throws {
    #expect(try JSON(Array(written.utf8)) == .number(written))
    #expect(JSON.number(written).bytes == Array(written.utf8))
  }
}
