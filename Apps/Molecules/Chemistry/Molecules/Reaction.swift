/// A reaction: its molecules and their roles.
public struct Reaction: Hashable, Sendable {
  /// The role of a molecule in a reaction.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// A molecule before the arrow (reactant) or after it (product).
    case reactant, product
    /// A reagent, catalyst or solvent, which is drawn above the arrow.
    case agent
  }

  /// A molecule with its role in the reaction.
  public struct Component: Hashable, Sendable {
    /// The role of the molecule in the reaction.
    public var role: Role
    /// The structure; empty if only the name is known.
    public var molecule: Molecule
    /// The name of the molecule; empty without one.
    public var name: String
    /// The coefficient as written: "1/3"; "0" means not stoichiometric. `nil` counts as 1.
    public var stoichiometry: String?

    /// `Reaction.Component(.agent, Molecule(), name: "pyridine")`
    public init(
      _ role: Role, _ molecule: Molecule, name: String = "", stoichiometry: String? = nil
    ) {
      self.role = role
      self.molecule = molecule
      self.name = name
      self.stoichiometry = stoichiometry
    }
  }

  /// The reaction's name: the second line of an RXN file.
  public var name = ""
  /// The third line of an RXN file: initials, program, date.
  public var origin = ""
  /// The fourth line of an RXN file.
  public var comment = ""
  /// The molecules of all roles, in file order.
  public var components: [Component] = []

  /// `Reaction(components: [.init(.reactant, acid), .init(.product, ester)])`
  public init(components: [Component] = []) { self.components = components }

  /// Returns the components with a role, in their order.
  public func components(_ role: Role) -> [Component] { components.filter { $0.role == role } }

  /// The components before the arrow.
  public var reactants: [Component] { components(.reactant) }
  /// The components after the arrow.
  public var products: [Component] { components(.product) }
  /// The components above the arrow.
  public var agents: [Component] { components(.agent) }

  /// The number of distinct atom map numbers.
  public var mapCount: Int {
    Set(components.flatMap { $0.molecule.atoms.map { $0.map } }).subtracting([0]).count
  }
}

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
  /// The name, here or of the molecule; otherwise the formula.
  public var title: String {
    if !name.isEmpty { return name }
    return molecule.name.isEmpty ? formulaText : molecule.name
  }

  /// The formula; the name if only that is known; otherwise "?".
  public var formulaText: String {
    let formula = molecule.formula.hill
    return formula.isEmpty ? (name.isEmpty ? "?" : name) : formula
  }
}
