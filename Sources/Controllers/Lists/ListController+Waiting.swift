public import Screens

/// Taking answers: those that come before the rows are there wait for them.
extension ListController {
  /// The choices that wait for the rows.
  struct Waiting {
    /// The export.
    var exportName: String?
    /// The column, until it is known: which there are the source may have to say.
    var column: ScreenResult?
    /// The step to a neighbour.
    var step: Int?
  }

  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    if let distance = answer.neighbourDistance {
      waiting.step = distance
      // Beside the last row of a beginning stands one that is still to come.
      return content == nil || loader.moreFollows ? () : stepWaiting(navigator)
    }
    if answer.question == Self.sortQuestion { return sort(answer, navigator) }
    if answer.question == Self.columnsQuestion {
      waiting.column = answer
      return columnWaiting(navigator)
    }
    guard answer.question == Self.exportQuestion else { return pass(answer, navigator) }
    waiting.exportName = answer.choiceID
    // While more of the same is coming, what is here is a beginning: it waits for the rest.
    if content != nil, !loader.moreFollows { exportWaiting(navigator) }
  }

  func stepWaiting(_ navigator: Navigator) {
    // The neighbours are those of the row that the command line selects, which a later step may bring.
    guard let distance = waiting.step, request.selectedID == nil else { return }
    waiting.step = nil
    openNeighbour(distance, navigator)
  }

  /// Shows or hides the column that was chosen, once it is known: which there are the source may have to say.
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
