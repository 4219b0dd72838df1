public import Screens
import Terminals

extension ScreenResult {
  fileprivate static let neighbourQuestion = "neighbour"

  fileprivate static func neighbour(_ distance: Int) -> ScreenResult {
    ScreenResult(question: neighbourQuestion, choiceID: distance > 0 ? "next" : "previous")
  }

  /// The distance to the neighbour that is to take a screen's place: 1 or -1; nil if the answer asks for none.
  var neighbourDistance: Int? {
    guard question == ScreenResult.neighbourQuestion else { return nil }
    return choiceID == "next" ? 1 : -1
  }
}

extension KeyBinding {
  /// Returns the keys n and p of a screen that a list or a detail opened: they open the next row there, and the one before.
  ///
  /// The screen closes, and the one below opens the neighbour in its own order and filter, so nothing of that is saved twice.
  ///
  /// ```swift
  /// DetailController(title: id, bindings: KeyBinding.neighbours("system")) { … }
  /// ```
  @MainActor public static func neighbours(_ noun: String) -> [KeyBinding] {
    [
      KeyBinding("n", help: "Open the next \(noun)") {
        $0.answer(.neighbour(1))
      },
      KeyBinding("p", help: "Open the previous \(noun)") { $0.answer(.neighbour(-1)) },
    ]
  }
}

extension ListController {
  /// Selects and opens the row beside the selected one; at an end the same again.
  func openNeighbour(_ distance: Int, _ navigator: Navigator) {
    guard let open, let place = selectedPlace else { return }
    let wanted = place + distance
    if wanted < 0 || wanted >= arrangement.count {
      let noun = content?.noun ?? ("row", "rows")
      navigator.notify(
        arrangement.count == 1
          ? "There is only this \(noun.one)."
          : "This is the \(distance > 0 ? "last" : "first") of \(arrangement.count.counted(noun)).")
    } else {
      select(wanted, lines: lines(in: navigator.size))
    }
    if let row = selectedRow { open(row, navigator) }
  }
}
