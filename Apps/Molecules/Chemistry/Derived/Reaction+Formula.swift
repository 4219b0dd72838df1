extension Reaction {
  /// The formulas of both sides: "C2H4O2 + C2H6O → C4H8O2 + H2O", with "—" for a side without
  /// components; empty without components.
  public var formulaText: String {
    func side(_ parts: [Component]) -> String {
      parts.isEmpty ? "—" : parts.map(\.formulaText).joined(separator: " + ")
    }
    return components.isEmpty ? "" : "\(side(reactants)) → \(side(products))"
  }
}

extension Reaction.Component {
  /// The formula; the name if only that is known; otherwise "?".
  public var formulaText: String {
    let formula = molecule.formula.hill
    return formula.isEmpty ? (name.isEmpty ? "?" : name) : formula
  }
}
