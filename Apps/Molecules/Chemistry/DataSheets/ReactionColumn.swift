/// A column for a part of a reaction component, by the Reaction aspect: "ReactantMol1".
struct ReactionColumn: Hashable {
  enum Part: String, CaseIterable {
    case molecule = "Mol"
    case name = "Name"
    case stoichiometry = "Stoich"
  }

  let role: Reaction.Role
  let part: Part
  /// The component's number within its role, from 1.
  let number: Int

  init(_ role: Reaction.Role, _ part: Part, _ number: Int) {
    self.role = role
    self.part = part
    self.number = number
  }

  init?(_ name: String) {
    for role in Reaction.Role.allCases where name.hasPrefix(ReactionColumn.word(role)) {
      let rest = name.dropFirst(ReactionColumn.word(role).count)
      for part in Part.allCases where rest.hasPrefix(part.rawValue) {
        guard let number = Characters.integer(rest.dropFirst(part.rawValue.count)), number > 0,
          number < 10_000
        else { continue }
        self.init(role, part, number)
        return
      }
    }
    return nil
  }

  var name: String { ReactionColumn.word(role) + part.rawValue + String(number) }

  static func word(_ role: Reaction.Role) -> String {
    switch role {
    case .reactant: "Reactant"
    case .product: "Product"
    case .agent: "Reagent"
    }
  }
}
