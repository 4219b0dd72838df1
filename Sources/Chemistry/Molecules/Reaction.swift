/// Molecules with their parts in a reaction.
public struct Reaction: Hashable, Sendable {
  public enum Role: Hashable, Sendable, CaseIterable {
    case reactant, product
    /// A reagent, catalyst or solvent, which stands above the arrow.
    case agent
  }

  public struct Component: Hashable, Sendable {
    public var role: Role
    /// Empty where only the name is known.
    public var molecule: Molecule
    public var name: String
    /// As the author wrote it: "1/3"; "0" is not stoichiometric. Nil counts as 1.
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

  public var name = ""
  /// The third line of an RXN file: initials, program, date.
  public var origin = ""
  public var comment = ""
  public var components: [Component] = []

  /// `Reaction(components: [.init(.reactant, acid), .init(.product, ester)])`
  public init(components: [Component] = []) { self.components = components }

  public func components(_ role: Role) -> [Component] { components.filter { $0.role == role } }

  public var reactants: [Component] { components(.reactant) }
  public var products: [Component] { components(.product) }
  public var agents: [Component] { components(.agent) }

  /// The number of different map numbers of the atoms.
  public var mapCount: Int {
    Set(components.flatMap { $0.molecule.atoms.map { $0.map } }).subtracting([0]).count
  }
}
