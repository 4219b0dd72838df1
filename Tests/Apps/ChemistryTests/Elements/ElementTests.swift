import Testing

@testable import Chemistry

@Suite struct ElementTests {
  @Test("Element table has 118 elements") func thereAreAllElements() {
    #expect(Element.all.count == 118)
    #expect(Element.all.map { $0.number } == Array(1...118))
    #expect(Set(Element.all.map { $0.symbol }).count == 118)
  }

  /// CIAAW's abridged standard atomic weights.
  @Test(
    "Element weights are those of IUPAC",
    arguments: [
      ("H", 1.008), ("C", 12.011), ("N", 14.007), ("O", 15.999), ("S", 32.06), ("Cl", 35.45),
      ("Br", 79.904), ("Zr", 91.224), ("Ar", 39.95), ("U", 238.02891), ("Hf", 178.486),
    ] as [(String, Double)])
  func weightsAreIUPACs(symbol: String, weight: Double) {
    #expect(Element(symbol: symbol)?.weight == weight)
  }

  @Test(
    "Element has its most abundant isotope",
    arguments: [
      ("H", 1), ("B", 11), ("Cl", 35), ("Se", 80), ("Pt", 195), ("Sn", 120), ("Tc", 97), ("U", 238),
    ] as [(String, Int)])
  func theCommonIsotopeIsTheMostAbundant(symbol: String, isotope: Int) {
    #expect(Element(symbol: symbol)?.commonIsotope == isotope)
  }

  @Test("Element isotopes have their masses") func isotopesHaveTheirMasses() {
    #expect(Element(symbol: "C")?.mass(ofIsotope: 12) == 12)
    #expect(Element(symbol: "C")?.mass(ofIsotope: 13) == 13.0033548)
    #expect(Element(symbol: "H")?.mass(ofIsotope: 2) == 2.0141018)
    #expect(Element(symbol: "C")?.mass(ofIsotope: 20) == 20)
  }

  @Test(
    "Element for another symbol is nil",
    arguments: ["", "D", "R1", "*", "CL", "c", "Xx", "A", "Q", "Pol"])
  func otherSymbolsAreNoElements(symbol: String) {
    #expect(Element(symbol: symbol) == nil)
  }

  @Test("Element for another number is nil", arguments: [Int.min, -1, 0, 119, Int.max])
  func otherNumbersAreNoElements(number: Int) {
    #expect(Element(number: number) == nil)
  }

  @Test("Element isotope masses are near their numbers") func everyIsotopesMassIsNearItsNumber() {
    for element in Element.all {
      #expect(!element.isotopes.isEmpty)
      for (number, mass) in element.isotopes { #expect(abs(mass - Double(number)) < 0.4) }
    }
  }
}
