import Screens
import Terminals

/// The surroundings of a screen, without a loop: requests of the screen are noted, and its work
/// waits until the test has it done.
@MainActor final class Stage {
  /// The room that the screen has.
  var size: Size
  private(set) var notices: [String] = []
  private(set) var copies: [String] = []
  /// The screens that were opened, by their routes' descriptions; pickers are in `picked`.
  private(set) var opened: [String] = []
  private(set) var picked: [Picker] = []
  private(set) var refreshes = 0
  private(set) var pops = 0
  private(set) var cancelled: [WorkName] = []
  private var works: [@MainActor @Sendable () async -> Void] = []

  init(rows: Int = 24, columns: Int = 80) { size = Size(rows: rows, columns: columns) }

  var navigator: Navigator {
    Navigator(size: size) { [self] request in
      switch request {
      case .notify(let notice): notices.append(notice)
      case .copy(let text, _): copies.append(text)
      case .push(FrameworkRoute.picker(let picker)): picked.append(picker)
      case .push(let route): opened.append("\(route)")
      case .refresh: refreshes += 1
      case .pop: pops += 1
      case .cancel(let name): cancelled.append(name)
      case .run(_, let work): works.append(work)
      default: break
      }
    }
  }

  /// True if the screen has begun work that isn't done.
  var hasWork: Bool { !works.isEmpty }

  /// Does the work that the screen has begun, in its order.
  func work() async {
    while !works.isEmpty { await works.removeFirst()() }
  }

  /// Presses keys, and does no work.
  func press(_ keys: Key..., in screen: any Screen) {
    for key in keys { _ = screen.handle(.key(key), navigator) }
  }

  func mouse(_ action: Mouse.Action, row: Int, column: Int = 5, in screen: any Screen) {
    _ = screen.handle(.mouse(Mouse(action, at: Position(row: row, column: column))), navigator)
  }

  func picture(of screen: any Screen) -> Frame {
    var canvas = Canvas(size: size)
    screen.draw(in: &canvas)
    return canvas.picture
  }

  /// The lines of the screen, without blanks at their ends.
  func lines(of screen: any Screen) -> [String] {
    let picture = picture(of: screen)
    return (0..<size.rows).map { picture.text(ofRow: $0).withoutBlanksAtTheEnd }
  }
}

extension ScreenResult {
  /// The answers to the keys n and p of a screen.
  static let nextNeighbour = ScreenResult(question: "neighbour", choiceID: "next")
  static let previousNeighbour = ScreenResult(question: "neighbour", choiceID: "previous")
}

extension String {
  var withoutBlanksAtTheEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
