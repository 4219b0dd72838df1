import Testing

@testable import Encryption

@Suite struct KDFCostTests {
  private static let costs: [(seconds: Double, expected: Int)] = [
    (0.001, 1 << 18), (0.03, 1 << 18), (0.1, 1 << 18), (0.2, 1 << 17), (0.24, 1 << 17),
    (0.5, 1 << 16), (20, 1 << 16), (0, 1 << 16), (-1, 1 << 16), (.nan, 1 << 16),
  ]

  @Test("Key derivation cost is about half a second within limits", arguments: costs)
  func aKeyCostsAboutHalfASecondWithinLimits(seconds: Double, expected: Int) {
    #expect(KDFCost.standard.cost(where: 1 << 16, takes: seconds) == expected)
  }

  @Test("Key derivation cost is measured and at least the minimum")
  func theMachineIsTriedOutAndNothingIsBelowTheLeast() throws {
    let cost = try KeyParameters(.standard).cost
    #expect(KDFCost.allowedCosts.contains(cost) && cost.nonzeroBitCount == 1)
    #expect(try KeyParameters(.least).cost == 1 << 16)
  }

  @Test("Key derivation cost is raised if too low and never lowered")
  func whatCostTooLittleIsRaisedAndNothingIsLowered() throws {
    let weak = try KeyParameters(cost: 1 << 16)
    #expect(KDFCost.standard.raised(weak, derivationTime: 0.2) == 1 << 17)
    #expect(KDFCost.standard.raised(weak, derivationTime: 0.45) == nil)
    #expect(KDFCost.least.raised(weak, derivationTime: 0.01) == nil)
    let strong = try KeyParameters(cost: 1 << 20)
    #expect(KDFCost.standard.raised(strong, derivationTime: 4) == nil)
    #expect(KDFCost.standard.raised(strong, derivationTime: 0.01) == nil)
  }

  /// Somebody has chosen them: they can't be compared with this machine's own.
  @Test("Key derivation parameters of another kind are not changed")
  func otherParametersAreLeftAsTheyAre() throws {
    let salt = [UInt8](repeating: 1, count: 16)
    let chosen = try KeyParameters(salt: salt, cost: 1 << 16, blockSize: 16)
    #expect(KDFCost.standard.raised(chosen, derivationTime: 0.01) == nil)
    let renewed = try KeyParameters(renewing: chosen, cost: 1 << 17)
    #expect(renewed.blockSize == 16 && renewed.cost == 1 << 17 && renewed.salt != salt)
  }
}
