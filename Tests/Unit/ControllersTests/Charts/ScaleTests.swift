import Testing

@testable import Controllers

@Suite struct ScaleTests {
  @Test(
    "A chart's scale has round tick values",
    arguments: [
      ([118, 142, 90, 120], 5, [160, 140, 120, 100, 80]),
      ([36.4, 38.4, 35, 37.5], 4, [39, 38, 37, 36, 35]),
      ([0, 1], 1, [1, 0]), ([-5, 5], 2, [5, 0, -5]),
    ] as [([Double], Int, [Double])])
  func theAxisHasRoundValues(values: [Double], steps: Int, ticks: [Double]) {
    #expect(Scale(values, steps: steps).ticks == ticks)
  }

  @Test(
    "A chart's scale has ticks for extreme and for no values",
    arguments: [
      [], [7], [0, 0], [1e300, -1e300], [1e308, 1e308], [.leastNonzeroMagnitude], [-1e-9, 1e-9],
    ] as [[Double]])
  func noValuesMakeItFail(values: [Double]) {
    let scale = Scale(values, steps: 4)
    #expect((2...101).contains(scale.ticks.count))
    for value in values + [0, .infinity] { #expect((0...1).contains(scale.fraction(value))) }
  }

  @Test(
    "A scale formats numbers with the requested digits",
    arguments: [
      (120.0, 0, "120"), (36.65, 1, "36.7"), (-0.25, 2, "-0.25"), (5.0, 2, "5.00"),
      (0.04, 2, "0.04"),
    ])
  func aNumberHasTheDigitsThatAreAskedFor(value: Double, digits: Int, text: String) {
    #expect(Scale.text(value, digits: digits) == text)
  }

  @Test(
    "A scale formats a limit with all of its digits",
    arguments: [(140, "140"), (37.25, "37.25"), (7.35, "7.35"), (0.04, "0.04"), (-0.5, "-0.5")])
  func aLimitHasAllItsDigits(value: Double, text: String) {
    #expect(Scale.text(value) == text)
  }

  @Test("A scale of small steps has distinct labels") func anAxisOfSmallStepsNamesEachOfThem() {
    let scale = Scale([0.001, 0.004], steps: 3)
    #expect(scale.ticks.map { scale.text($0) } == ["0.004", "0.003", "0.002", "0.001"])
  }

  /// Steps are the next of 1, 2, 5 and 10 times a power of ten; a single value has room on both
  /// sides.
  @Test(
    "A scale has steps of 1, 2, 5 or 10 that enclose its values",
    arguments: [
      ([0, 50], 5, [50, 40, 30, 20, 10, 0]), ([0, 51], 5, [60, 40, 20, 0]),
      ([0, 10], 5, [10, 8, 6, 4, 2, 0]), ([0, 11], 5, [15, 10, 5, 0]),
      ([0, 25], 5, [25, 20, 15, 10, 5, 0]), ([0, 26], 5, [30, 20, 10, 0]),
      ([7], 4, [8, 7.5, 7, 6.5, 6]), ([0, 0], 4, [1, 0.5, 0, -0.5, -1]), ([], 4, [1, 0.5, 0]),
      ([100], 4, [110, 105, 100, 95, 90]), ([-100], 4, [-90, -95, -100, -105, -110]),
      ([0, 1], 0, [1, 0]), ([0, 1], -3, [1, 0]), ([0, 1e-13], 1, [1, 0]),
      ([3, 17], 2, [20, 10, 0]), ([-17, -3], 2, [0, -10, -20]),
    ] as [([Double], Int, [Double])])
  func anAxisHasTheStepsThatHoldItsValues(values: [Double], steps: Int, ticks: [Double]) {
    #expect(Scale(values, steps: steps).ticks == ticks)
  }

  @Test(
    "A scale clamps values beyond its ends",
    arguments: [(0, 0), (2.5, 0.25), (5, 0.5), (10, 1), (-1, 0), (11, 1)] as [(Double, Double)])
  func aValueHasAHeightAndBeyondTheAxisThatOfItsEnd(value: Double, height: Double) {
    #expect(Scale([0, 10], steps: 5).fraction(value) == height)
  }

  @Test("A scale doesn't round numbers of more than 15 digits")
  func aNumberThatIsTooLongIsWrittenAsItIs() {
    for value in [1e15, -1e15, .infinity, -.infinity] {
      #expect(Scale.text(value, digits: 0) == "\(value)")
    }
    #expect(Scale.text(999_999_999_999_999, digits: 0) == "999999999999999")
    #expect(Scale.text(-999_999_999_999_999, digits: 0) == "-999999999999999")
  }

  @Test(
    "A scale limits fraction digits to zero at least and six at most",
    arguments: [(-1, "2"), (0, "2"), (6, "1.500000"), (7, "1.500000"), (99, "1.500000")])
  func aNumberHasNoMoreDigitsThanAnybodyMeasures(digits: Int, text: String) {
    #expect(Scale.text(1.5, digits: digits) == text)
  }

  @Test("A scale writes zero without a sign and a third with six digits")
  func noughtHasNoSignAndAThirdNoMoreDigitsThanAnybodyMeasures() {
    #expect(Scale.text(0) == "0")
    #expect(Scale.text(-0.4, digits: 0) == "0")
    #expect(Scale.text(-0.6, digits: 0) == "-1")
    #expect(Scale.text(1.0 / 3) == "0.333333")
    #expect(Scale.text(12.5) == "12.5")
    #expect(Scale.text(-12.05) == "-12.05")
  }
}
