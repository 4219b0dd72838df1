import Screens

extension ListController {
  static var columnsQuestion: String { "columns" }

  private var hiddenIDs: [String] { state.hiddenColumnIDs ?? initiallyHidden ?? [] }

  /// The columns that the user has hidden. The first names the row, and is always shown; without a
  /// choice of columns none is hidden.
  var chosenHidden: Set<Int> {
    guard initiallyHidden != nil else { return [] }
    let ids = Set(hiddenIDs)
    return Set(columns.indices.dropFirst().filter { ids.contains(columns[$0].id) })
  }

  /// Returns a picker of all columns but the first, with a mark on visible ones.
  func columnsPicker(currentID: String?) -> Picker {
    let hidden = chosenHidden
    return Picker(
      question: Self.columnsQuestion, title: "Columns",
      choices: columns.indices.dropFirst().map { index in
        Picker.Choice(
          id: columns[index].id,
          label: (hidden.contains(index) ? "  " : "● ") + columns[index].heading)
      }, currentID: currentID)
  }

  /// Shows or hides a column, then opens the picker again, because most users choose several.
  func chooseColumn(_ answer: ScreenResult, _ navigator: Navigator) {
    guard initiallyHidden != nil,
      columns.dropFirst().contains(where: { $0.id == answer.choiceID })
    else { return }
    var hidden = hiddenIDs
    if let place = hidden.firstIndex(of: answer.choiceID) {
      hidden.remove(at: place)
    } else {
      hidden.append(answer.choiceID)
    }
    state.hiddenColumnIDs = hidden
    navigator.pick(columnsPicker(currentID: answer.choiceID))
  }
}
