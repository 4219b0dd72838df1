/// A chemical reaction: its molecules and their roles.
public struct Reaction: Hashable, Sendable {
  /// The role of a molecule in a reaction.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// A molecule that is consumed (`reactant`, before the arrow) or formed (`product`, after it).
    case reactant, product
    /// A reagent, catalyst or solvent, which is drawn above the arrow.
    case agent
  }

  /// A molecule with its role in the reaction.
  public struct Component: Hashable, Sendable {
    /// The role of the molecule in the reaction.
    public var role: Role
    /// The structure of the molecule; empty if only its name is known.
    public var molecule: Molecule
    /// The name of the component, apart from its molecule's own name; empty if it has none.
    public var name: String
    /// The stoichiometric coefficient as written in the file: "2" or "1/3". "0" means that the
    /// molecule takes part in no fixed ratio. `nil` means 1.
    public var stoichiometry: String?

    /// Creates a component from a role and a structure, by default without a name and a
    /// coefficient: `Reaction.Component(.agent, Molecule(), name: "pyridine")`.
    public init(
      _ role: Role, _ molecule: Molecule, name: String = "", stoichiometry: String? = nil
    ) {
      self.role = role
      self.molecule = molecule
      self.name = name
      self.stoichiometry = stoichiometry
    }
  }

  /// The name of the reaction, which is the second line of an RXN file.
  public var name = ""
  /// The third line of an RXN file: the author's initials, the program, and the date.
  public var origin = ""
  /// The fourth line of an RXN file, which is a comment.
  public var comment = ""
  /// The molecules of all roles, in file order.
  public var components: [Component] = []

  /// Creates a reaction from its components, by default without any:
  /// `Reaction(components: [.init(.reactant, acid), .init(.product, ester)])`.
  public init(components: [Component] = []) { self.components = components }

  /// Returns the components that have a role, in file order.
  public func components(_ role: Role) -> [Component] { components.filter { $0.role == role } }

  /// The components that are consumed, which are drawn before the arrow.
  public var reactants: [Component] { components(.reactant) }
  /// The components that are formed, which are drawn after the arrow.
  public var products: [Component] { components(.product) }
  /// The reagents, catalysts and solvents, which are drawn above the arrow.
  public var agents: [Component] { components(.agent) }

  /// The number of distinct atom map numbers, including those that only one atom has.
  public var mapCount: Int {
    Set(components.flatMap { $0.molecule.atoms.map { $0.map } }).subtracting([0]).count
  }
}

extension Reaction {
  /// The formulas of reactants and products: "C2H4O2 + C2H6O → C4H8O2 + H2O". A side without
  /// components is "—". The text is empty if the reaction has no components.
  public var formulaText: String {
    func side(_ parts: [Component]) -> String {
      parts.isEmpty ? "—" : parts.map(\.formulaText).joined(separator: " + ")
    }
    return components.isEmpty ? "" : "\(side(reactants)) → \(side(products))"
  }
}

extension Reaction.Component {
  /// The component's name, else the molecule's; if neither has one, `formulaText`.
  public var title: String {
    if !name.isEmpty { return name }
    return molecule.name.isEmpty ? formulaText : molecule.name
  }

  /// The formula of the molecule; without a structure the name, and without a name "?".
  public var formulaText: String {
    let formula = molecule.formula.hill
    return formula.isEmpty ? (name.isEmpty ? "?" : name) : formula
  }
}
