import Chemistry
import Foundation

/// Texts about a record that lists, details and commands share.
extension Record {
  var kind: String {
    switch structure {
    case .molecule: "molecule"
    case .reaction: "reaction"
    case .none: "unreadable"
    }
  }

  /// The formula; for a reaction, the formulas of both sides: "C2H4O2 + C2H6O → C4H8O2 + H2O".
  var formula: String {
    switch structure {
    case .molecule(let molecule): molecule.formula.hill
    case .reaction(let reaction): reaction.formulaText
    case .none: ""
    }
  }

  var title: String { name.isEmpty ? formula : name }
}

extension Reaction.Component {
  var title: String {
    if !name.isEmpty { return name }
    return molecule.name.isEmpty ? formulaText : molecule.name
  }
}

extension Molecule {
  var chargeText: String { charge > 0 ? "+\(charge)" : String(charge) }
}

extension Double {
  /// The number with `places` decimals, independent of the locale: "180.16".
  func fixed(_ places: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "?" }
    return String(format: "%.\(places)f", self)
  }
}
