/// A chemical element: its atomic number, symbol, and masses.
public struct Element: Hashable, Sendable {
  /// The atomic number, 1 to 118.
  public let number: Int
  /// The symbol: "Cl".
  public let symbol: String
  /// IUPAC's standard atomic weight, in daltons; see `Element.table`.
  public let weight: Double
  /// The mass number of the most abundant isotope, or of the longest-lived one if none is stable.
  public let commonIsotope: Int
  /// The isotope masses in daltons, by mass number.
  let isotopes: [Int: Double]

  /// Returns an isotope's mass in daltons; its mass number if it isn't in the table.
  public func mass(ofIsotope isotope: Int) -> Double {
    isotopes[isotope] ?? Double(isotope)
  }

  /// Whether the element is a metal, to which ligands bind by electron pairs.
  var isMetal: Bool {
    switch number {
    case 1, 2, 5...10, 14...18, 33...36, 52...54, 85, 86, 117, 118: false
    default: true
    }
  }

  /// The mass of the most abundant isotope, in daltons.
  public var monoisotopicMass: Double { mass(ofIsotope: commonIsotope) }

  /// All elements, ordered by atomic number.
  public static let all: [Element] = {
    var elements: [Element] = []
    var words: ArraySlice<Substring> = table.split { $0 == " " || $0 == "\n" }[...]
    while let symbol = words.popFirst(), let weight = words.popFirst() {
      var masses: [Int: Double] = [:]
      var common = 0
      while let word = words.first, let colon = word.firstIndex(of: ":") {
        words.removeFirst()
        guard let number = Int(word[..<colon]) else { continue }
        if masses.isEmpty { common = number }
        masses[number] = Double(word[word.index(after: colon)...]) ?? Double(number)
      }
      let mass: Double = Double(weight) ?? 0
      let number: Int = elements.count + 1
      elements.append(
        Element(
          number: number, symbol: String(symbol), weight: mass, commonIsotope: common,
          isotopes: masses))
    }
    return elements
  }()

  private static let bySymbol: [String: Element] = {
    var elements: [String: Element] = [:]
    for element in all { elements[element.symbol] = element }
    return elements
  }()
}

extension Element {
  /// Returns the element with a symbol, "Cl" but not "CL"; `nil` for other text: "R1", "*", "D".
  ///
  /// `Element(symbol: "Cl")`
  public init?(symbol: String) {
    guard let element = Element.bySymbol[symbol] else { return nil }
    self = element
  }

  /// Returns the element with an atomic number; `nil` below 1 or above 118.
  ///
  /// `Element(number: 17)`
  public init?(number: Int) {
    guard number >= 1, number <= Element.all.count else { return nil }
    self = Element.all[number - 1]
  }
}
