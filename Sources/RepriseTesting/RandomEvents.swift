import Terminals

/// What an impatient person does to a terminal, without end, the same for the same seed.
struct RandomEvents: Sequence, IteratorProtocol {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> Event? {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: .key(pick(Self.moves))
    case 40..<60: .key(pick(Self.opening))
    case 60..<85: .key(.character(pick(Self.letters)))
    case 85..<88: .paste(pick(Self.pastes))
    case 88..<94: .mouse(Mouse(pick(Self.mouse), at: place()))
    case 94..<97: .resize(pick(Self.sizes))
    default: .focus(Bool.random(using: &generator))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func place() -> Position {
    Position(
      row: Int.random(in: -1..<26, using: &generator),
      column: Int.random(in: -1..<90, using: &generator))
  }

  private static let moves: [Key] = [
    .up, .down, .down, .pageUp, .pageDown, .home, .end, .left, .right, .tab, .backTab,
  ]
  private static let opening: [Key] = [
    .enter, .enter, .enter, .escape, .backspace, .delete, .function(1), .control("u"),
    .control("w"), .control("l"),
  ]
  private static let letters = Array("jkgGs/?ycrnNhl aeéx東👩‍💻\u{301}\u{202E}q")
  private static let pastes = [
    "was", "two\nlines", "\u{1B}[31m", String(repeating: "x", count: 90),
  ]
  private static let mouse: [Mouse.Action] = [.click, .click, .doubleClick, .scrollUp, .scrollDown]
  private static let sizes = [
    Size(rows: 24, columns: 80), Size(rows: 10, columns: 40), Size(rows: 50, columns: 160),
    Size(rows: 24, columns: 80), Size(rows: 5, columns: 20), Size(rows: 1, columns: 1),
  ]
}
