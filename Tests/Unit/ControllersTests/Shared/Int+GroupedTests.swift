import Controllers
import Testing

@Suite struct IntGroupedTests {
  @Test(
    "Numbers are grouped by thousands",
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (20_000, "20,000"),
      (1_234_567, "1,234,567"), (-1_000, "-1,000"), (-999, "-999"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func numbersAreReadInGroupsOfThree(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test("Counted nouns are singular for one only") func oneIsNotMany() {
    #expect(1.counted(("system", "systems")) == "1 system")
    #expect((-1).counted(("system", "systems")) == "-1 systems")
    #expect(2.counted(("system", "systems")) == "2 systems")
    #expect(0.counted(("system", "systems")) == "0 systems")
    #expect(12_000.counted(("system", "systems")) == "12,000 systems")
  }
}
