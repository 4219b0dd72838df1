import Reprise
import RepriseTesting

/// Some keys that are pressed at once, so that the viewer may read any number of them in one turn:
/// what it shows in the end must not depend on how many. None quits or stops the viewer.
struct Burst: CustomStringConvertible {
  var keys: [Key]

  static func random(using generator: inout SplitMix64) -> Burst {
    func pick(_ keys: [Key]) -> Key { keys[Int.random(in: 0..<keys.count, using: &generator)] }
    var keys: [Key] = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      keys.append(pick([moves, openers, letters, ["/"]][Int.random(in: 0..<4, using: &generator)]))
    }
    // What follows an Escape at once is another key together with Alt.
    return Burst(keys: Array(keys.prefix(1 + (keys.firstIndex(of: .escape) ?? keys.count))))
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
