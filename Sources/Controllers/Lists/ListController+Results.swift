public import Screens
import Terminals

/// Receiving results. Those that arrive before the rows are loaded wait for them.
extension ListController {
  struct PendingActions {
    var exportName: String?
    /// A column, which may only be known once the source has responded.
    var column: ScreenResult?
    var step: Int?
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    if let distance = result.neighbourDistance {
      pending.step = distance
      // The row after the last one of a partial result isn't loaded yet.
      return content == nil || loader.moreFollows ? () : performPendingStep(navigator)
    }
    if result.question == Self.sortQuestion { return sort(result, navigator) }
    if result.question == Self.columnsQuestion {
      pending.column = result
      return applyPendingColumn(navigator)
    }
    guard result.question == Self.exportQuestion else { return pass(result, navigator) }
    pending.exportName = result.choiceID
    // A partial result isn't exported; the export waits for the rest.
    if content != nil, !loader.moreFollows { startPendingExport(navigator) }
  }

  func performPendingStep(_ navigator: Navigator) {
    // The row selected by the command line may come with a later step; the step starts from that
    // row.
    guard let distance = pending.step, request.selectedID == nil else { return }
    pending.step = nil
    openNeighbour(distance, navigator)
  }

  func applyPendingColumn(_ navigator: Navigator) {
    guard let result = pending.column, content != nil else { return }
    pending.column = nil
    chooseColumn(result, navigator)
  }

  func startPendingExport(_ navigator: Navigator) {
    guard let name = pending.exportName else { return }
    pending.exportName = nil
    export(name, navigator)
  }
}

extension ListController: ResultOwning {
  func isOwn(_ result: ScreenResult) -> Bool {
    result.neighbourDistance != nil
      || [Self.sortQuestion, Self.columnsQuestion, Self.exportQuestion].contains(result.question)
  }
}

extension ScreenResult {
  fileprivate static let neighbourQuestion = "neighbour"

  fileprivate static func neighbour(_ distance: Int) -> ScreenResult {
    ScreenResult(question: neighbourQuestion, choiceID: distance > 0 ? "next" : "previous")
  }

  /// 1 or -1; `nil` if the result doesn't ask the list to open a neighbour.
  var neighbourDistance: Int? {
    guard question == ScreenResult.neighbourQuestion else { return nil }
    return choiceID == "next" ? 1 : -1
  }
}

extension KeyBinding {
  /// Returns bindings of the keys n and p, for a screen that a list or a detail has opened. They
  /// open the next and the previous row of that list or detail.
  ///
  /// The screen closes, and the screen below opens the neighbour in its own order and filter, so
  /// that these are saved only once.
  ///
  /// ```swift
  /// DetailController(title: id, bindings: KeyBinding.neighbours("system")) { … }
  /// ```
  @MainActor public static func neighbours(_ noun: String) -> [KeyBinding] {
    [
      KeyBinding("n", help: "Open the next \(noun)") {
        $0.returnResult(.neighbour(1))
      },
      KeyBinding("p", help: "Open the previous \(noun)") { $0.returnResult(.neighbour(-1)) },
    ]
  }
}

extension ListController {
  /// Selects and opens the row beside the selected one. At either end, opens the same row again.
  func openNeighbour(_ distance: Int, _ navigator: Navigator) {
    guard let open, let index = selectedIndex else { return }
    let wanted = index + distance
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
