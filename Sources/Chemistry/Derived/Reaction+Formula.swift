extension Reaction {
  /// The formulas of the parts: "C2H4O2 + C2H6O → C4H8O2 + H2O", with "—" on a side that has none; empty without any part.
  public var formulaText: String {
    func side(_ parts: [Component]) -> String {
      parts.isEmpty ? "—" : parts.map(\.formulaText).joined(separator: " + ")
    }
    return components.isEmpty ? "" : "\(side(reactants)) → \(side(products))"
  }
}

extension Reaction.Component {
  /// The formula; the name where only that is known, and "?" where nothing is.
  public var formulaText: String {
    let formula = molecule.formula.hill
    return formula.isEmpty ? (name.isEmpty ? "?" : name) : formula
  }
}
