import Reprise
import RepriseTesting

/// Some keys that are pressed at once, so that the viewer may read any number of them in one turn.
///
/// A key that may open or close a screen comes last: what the next one does could depend on how
/// many were read in one turn. None quits or stops the viewer.
struct Burst: CustomStringConvertible {
  let keys: [Key]

  static func random(using generator: inout SplitMix64) -> Burst {
    func pick(_ keys: [Key]) -> Key { keys[Int.random(in: 0..<keys.count, using: &generator)] }
    var keys: [Key] = []
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5:
      for _ in 0..<Int.random(in: 0...5, using: &generator) { keys.append(pick(moves)) }
    case 5..<8:
      keys.append("/")
      for _ in 0..<Int.random(in: 1...3, using: &generator) { keys.append(pick(letters)) }
    default: break
    }
    if keys.isEmpty || Int.random(in: 0..<3, using: &generator) > 0 { keys.append(pick(openers)) }
    return Burst(keys: keys)
  }

  private static let moves: [Key] = [
    .up, .down, .down, .down, .pageUp, .pageDown, .home, .end, "j", "j", "k", "g", "G", .tab,
    .backTab,
  ]
  private static let letters: [Key] = ["w", "a", "d", "e", "t", "o", "m", "i", .control("w")]
  private static let openers: [Key] = [
    .enter, .enter, .enter, .enter, .escape, .escape, .left, .right, .backspace, "y", "s", "?",
    "r", " ", "l", "c",
  ]

  var description: String { keys.map(\.description).joined(separator: " ") }
}
