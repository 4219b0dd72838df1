import Screens
import Terminals

/// An endless sequence of events from an impatient user who tries whatever the screen offers. The
/// same seed and screens give the same events. About a third are bound keys; choices and fields are
/// navigated to and selected; most clicks hit something.
struct RandomEvents {
  struct VisibleState {
    var own: [Key] = []
    var framework: [Key] = []
    var choiceCount = 0
    var frame: Frame
  }

  private var generator: SplitMix64
  private var planned: [Event] = []
  /// They are pressed rarely, or the application would spend its time restarting.
  private var endings: Set<Key> = [.control("q")]

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next(seeing sight: VisibleState) -> Event {
    if !planned.isEmpty { return planned.removeFirst() }
    let size = sight.frame.size
    if size.rows < 5 || size.columns < 20, Int.random(in: 0..<4, using: &generator) == 0 {
      // A user soon enlarges such a small window.
      return .resize(Size(rows: 24, columns: 80))
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<32: return .key(offered(sight))
    case 32..<36:
      planned = plan(sight)
      return planned.removeFirst()
    case 36..<56: return .key(pick(Self.moves))
    case 56..<68: return .key(pick(Self.opening))
    case 68..<77: return .key(.character(pick(Self.letters)))
    case 77..<82: return .key(.character(pick(Self.printable)))
    case 82..<84: return .key(.control(pick(Self.controls)))
    case 84..<87: return .paste(pick(Self.pastes))
    case 87..<94: return .mouse(Mouse(pick(Self.mouse), at: position(in: sight.frame)))
    case 94..<97: return .resize(pick(Self.sizes))
    default: return .focus(Bool.random(using: &generator))
    }
  }

  mutating func note(ending event: Event) {
    planned = []
    if case .key(let key) = event { endings.insert(key) }
  }

  private mutating func offered(_ sight: VisibleState) -> Key {
    let isOwn = Int.random(in: 0..<6, using: &generator) > 0
    let keys = isOwn && !sight.own.isEmpty ? sight.own : sight.framework
    guard !keys.isEmpty else { return pick(Self.moves) }
    let key = pick(keys)
    let isUnwanted = endings.contains(key) && Int.random(in: 0..<8, using: &generator) > 0
    return isUnwanted ? pick(Self.moves) : key
  }

  private mutating func plan(_ sight: VisibleState) -> [Event] {
    let isForm = sight.own.contains(.tab)
    let stops = sight.choiceCount > 0 ? sight.choiceCount : isForm ? 8 : 6
    let step: Key = sight.choiceCount == 0 && isForm ? .tab : .down
    let steps = Int.random(in: 0..<stops, using: &generator)
    let begin: [Key] = step == .down ? [.home] : []
    let end: Key = step == .tab && Bool.random(using: &generator) ? "x" : .enter
    return (begin + Array(repeating: step, count: steps) + [end]).map { .key($0) }
  }

  private mutating func position(in frame: Frame) -> Position {
    if Int.random(in: 0..<3, using: &generator) > 0, frame.size.rows > 0 {
      let row = Int.random(in: 0..<frame.size.rows, using: &generator)
      let columns = frame.cells(ofRow: row).enumerated()
        .filter { $0.element.character != " " || $0.element.style.isField }.map(\.offset)
      if !columns.isEmpty { return Position(row: row, column: pick(columns)) }
    }
    return Position(
      row: Int.random(in: -1..<26, using: &generator),
      column: Int.random(in: -1..<90, using: &generator))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private static let moves: [Key] = [
    .up, .down, .down, .pageUp, .pageDown, .home, .end, .left, .right, .tab, .backTab,
  ]
  private static let opening: [Key] = [
    .enter, .enter, .enter, .escape, .backspace, .delete, .function(1), .control("u"),
    .control("w"), .control("l"),
  ]
  private static let letters = Array("jkgGs/?ycrnNhl aeéx東👩‍💻\u{301}\u{202E}q")
  /// For screens that handle a key without binding it.
  private static let printable = (33..<127).map { Character(Unicode.Scalar(UInt8($0))) }
  private static let controls = Array("abcdefghijklmnopqrstuvwxyz")
  private static let pastes = [
    "was", "two\nlines", "\u{1B}[31m", String(repeating: "x", count: 90),
  ]
  private static let mouse: [Mouse.Action] = [.click, .click, .doubleClick, .scrollUp, .scrollDown]
  private static let sizes = [
    Size(rows: 24, columns: 80), Size(rows: 10, columns: 40), Size(rows: 50, columns: 160),
    Size(rows: 24, columns: 80), Size(rows: 5, columns: 20), Size(rows: 1, columns: 1),
  ]
}

/// The random number generator SplitMix64 by Sebastiano Vigna. The same seed produces the same
/// numbers on all platforms, so that a random test can be repeated.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed. Generators with equal seeds produce equal numbers.
  ///
  ///     SplitMix64(seed: 7)
  public init(seed: UInt64) { state = seed }

  /// Returns the next random number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
