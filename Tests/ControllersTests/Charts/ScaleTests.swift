import Testing

@testable import Controllers

@Suite struct ScaleTests {
  @Test(
    arguments: [
      ([118, 142, 90, 120], 5, [160, 140, 120, 100, 80]),
      ([36.4, 38.4, 35, 37.5], 4, [39, 38, 37, 36, 35]),
      ([0, 1], 1, [1, 0]), ([-5, 5], 2, [5, 0, -5]),
    ] as [([Double], Int, [Double])])
  func theAxisHasRoundValues(values: [Double], steps: Int, ticks: [Double]) {
    #expect(Scale(values, steps: steps).ticks == ticks)
  }

  @Test(
    arguments: [
      [], [7], [0, 0], [1e300, -1e300], [1e308, 1e308], [.leastNonzeroMagnitude], [-1e-9, 1e-9],
    ] as [[Double]])
  func noValuesMakeItFail(values: [Double]) {
    let scale = Scale(values, steps: 4)
    #expect((2...101).contains(scale.ticks.count))
    for value in values + [0, .infinity] { #expect((0...1).contains(scale.fraction(value))) }
  }

  @Test(arguments: [
    (120.0, 0, "120"), (36.65, 1, "36.7"), (-0.25, 2, "-0.25"), (5.0, 2, "5.00"), (0.04, 2, "0.04"),
  ])
  func aNumberHasTheDigitsThatAreAskedFor(value: Double, digits: Int, text: String) {
    #expect(Scale.text(value, digits: digits) == text)
  }

  @Test(arguments: [(140, "140"), (37.25, "37.25"), (7.35, "7.35"), (0.04, "0.04"), (-0.5, "-0.5")])
  func aLimitHasAllItsDigits(value: Double, text: String) {
    #expect(Scale.text(value) == text)
  }

  @Test func anAxisOfSmallStepsNamesEachOfThem() {
    let scale = Scale([0.001, 0.004], steps: 3)
    #expect(scale.ticks.map { scale.text($0) } == ["0.004", "0.003", "0.002", "0.001"])
  }
}
