import Testing

@testable import Chemistry

@Suite struct ReactionFormulaTests {
  private let carbon = Molecule(atoms: [Atom("C")])

  @Test("Reaction formula has components on their sides") func partsStandOnTheirSides() {
    let reaction = Reaction(components: [
      .init(.product, carbon), .init(.reactant, carbon), .init(.agent, carbon),
      .init(.reactant, Molecule(), name: "oxygen"), .init(.product, Molecule()),
    ])
    #expect(reaction.formulaText == "C + oxygen → C + ?")
  }

  @Test("Reaction formula has a dash for an empty side") func aSideWithoutPartsHasADash() {
    #expect(Reaction(components: [.init(.product, carbon)]).formulaText == "— → C")
    #expect(Reaction(components: [.init(.reactant, carbon)]).formulaText == "C → —")
    #expect(Reaction().formulaText.isEmpty)
  }

  @Test("Reaction in a field is shown by name or formula")
  func aFieldWithAReactionHasItsNameOrItsFormulas() {
    var reaction = Reaction(components: [.init(.reactant, carbon)])
    #expect(Field("R", .reaction(reaction)).text == "C → —")
    reaction.name = "burning"
    #expect(Field("R", .reaction(reaction)).text == "burning")
  }
}
