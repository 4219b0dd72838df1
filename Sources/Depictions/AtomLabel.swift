/// The letters at an atom: its symbol with isotope, hydrogens and charge, as the ACS Style Guide sets them.
struct AtomLabel: Hashable, Sendable {
  /// An element's symbol, or the placeholder's or abbreviation's own text.
  var symbol: String
  var isotope: Int?
  var hydrogens = 0
  var charge = 0
  var unpairedElectrons = 0
  /// Hydrogens stand in front of an atom without bonds: H₂O, HCl.
  var leads = false

  /// The text with its hydrogens on one side, and the place in it of the letter that stands on the atom.
  func text(hydrogensFirst: Bool, _ script: Depiction.Script) -> (text: String, anchor: Int) {
    let hydrogen = hydrogens > 0 ? "H" + (hydrogens > 1 ? script.lowered(hydrogens) : "") : ""
    let mass = isotope.map { script.raised(String($0)) } ?? ""
    let dots = String(repeating: script == .braille ? "·" : ".", count: min(2, unpairedElectrons))
    let tail = dots + script.raised(chargeText)
    guard isElement else {
      // The first letters of a group's name are those of the atom that is bound: “Boc”, and “coB” can't be read.
      return (symbol + tail, hydrogensFirst ? max(0, symbol.count - 1) : 0)
    }
    if hydrogensFirst, hydrogens > 0 {
      return (hydrogen + mass + symbol + tail, hydrogen.count + mass.count)
    }
    return (mass + symbol + hydrogen + tail, mass.count)
  }

  /// The symbol alone, for where there is no room for more.
  var brief: String { isElement ? symbol : isCaption ? "" : String(symbol.prefix(1)) }

  var isElement = true

  /// A word beside a bracket, which is no atom's; where there is no room it is left out.
  var isCaption = false

  /// "+", "2-".
  private var chargeText: String {
    guard charge != 0 else { return "" }
    let sign = charge > 0 ? "+" : "-"
    return charge.magnitude == 1 ? sign : String(charge.magnitude) + sign
  }
}

extension Depiction.Script {
  private static let superscripts: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "+": "⁺", "-": "⁻",
  ]

  func raised(_ text: String) -> String {
    self == .ascii ? text : String(text.map { Depiction.Script.superscripts[$0] ?? $0 })
  }

  func lowered(_ number: Int) -> String {
    guard self == .braille else { return String(number) }
    return String(
      String(number).map { digit in
        let value = digit.wholeNumberValue.flatMap { Unicode.Scalar(0x2080 + UInt32($0)) }
        return value.map { Character($0) } ?? digit
      })
  }
}
