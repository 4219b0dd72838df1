import RepriseTesting
import Testing

@testable import Terminals

/// What holds for every text there is.
@Suite struct SafeTextClustersTests {
  @Test("Safe text: 5000 random texts are safe") func noRandomTextGetsThroughUnsafe() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<5_000 {
      expectSafe(NastyText.random(upTo: 40, using: &generator))
    }
  }

  @Test("Safe text: each scalar is safe in any context")
  func noScalarGetsThroughUnsafeWhateverStandsAroundIt() {
    for value in Array(0x0...0x1FFFF as ClosedRange<UInt32>) + Array(0xE0000...0xE0FFF) {
      guard let scalar = Unicode.Scalar(value), isWorthTrying(scalar) else { continue }
      let alone = String(scalar)
      expectSafe([alone, "a\(alone)", "👩\(alone)👩", "क\(alone)क"].joined(separator: "\n"))
      expectSafe(alone + alone + "a" + String(repeating: alone, count: 12) + "a")
    }
  }

  /// Letters and unassigned scalars are many and alike: of those, some.
  private func isWorthTrying(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherLetter, .unassigned, .privateUse: scalar.value % 61 == 0
    default: true
    }
  }

  private func expectSafe(_ text: String) {
    var visible = ""
    var problems: Set<String> = []
    SafeText.forEachCluster(of: text) { character, width in
      visible.append(character)
      if !(1...2).contains(width) { problems.insert("width \(width)") }
      if character.unicodeScalars.count > 9 { problems.insert("too many scalars") }
      if String(character).count != 1 { problems.insert("several clusters in one") }
      for scalar in character.unicodeScalars where isForbidden(scalar) {
        problems.insert("U+\(String(scalar.value, radix: 16))")
      }
      return true
    }
    if !SafeText.visible(visible).utf8.elementsEqual(visible.utf8) {
      problems.insert("comes out otherwise when it goes through again")
    }
    #expect(problems.isEmpty, "\(Array(text.unicodeScalars).map(\.value))")
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028...0x2029, 0xE0000...0xE007F: true
    default: scalar.properties.generalCategory == .control
    }
  }
}
