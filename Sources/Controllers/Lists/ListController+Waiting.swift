public import Screens

/// Receiving results. Those that arrive before the rows are loaded wait for them.
extension ListController {
  struct Waiting {
    var exportName: String?
    /// A column, which may only be known once the source has responded.
    var column: ScreenResult?
    var step: Int?
  }

  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    if let distance = answer.neighbourDistance {
      waiting.step = distance
      // The row after the last one of a partial result isn't loaded yet.
      return content == nil || loader.moreFollows ? () : stepWaiting(navigator)
    }
    if answer.question == Self.sortQuestion { return sort(answer, navigator) }
    if answer.question == Self.columnsQuestion {
      waiting.column = answer
      return columnWaiting(navigator)
    }
    guard answer.question == Self.exportQuestion else { return pass(answer, navigator) }
    waiting.exportName = answer.choiceID
    // A partial result isn't exported; the export waits for the rest.
    if content != nil, !loader.moreFollows { exportWaiting(navigator) }
  }

  func stepWaiting(_ navigator: Navigator) {
    // The row selected by the command line may come with a later step; the step starts from that
    // row.
    guard let distance = waiting.step, request.selectedID == nil else { return }
    waiting.step = nil
    openNeighbour(distance, navigator)
  }

  /// Shows or hides the chosen column, once the source has determined the columns.
  func columnWaiting(_ navigator: Navigator) {
    guard let answer = waiting.column, content != nil else { return }
    waiting.column = nil
    chooseColumn(answer, navigator)
  }

  func exportWaiting(_ navigator: Navigator) {
    guard let name = waiting.exportName else { return }
    waiting.exportName = nil
    export(name, navigator)
  }
}

extension ListController: ResultOwning {
  func isOwn(_ answer: ScreenResult) -> Bool {
    answer.neighbourDistance != nil
      || [Self.sortQuestion, Self.columnsQuestion, Self.exportQuestion].contains(answer.question)
  }
}
