import Screens

/// The choice of the columns that are shown.
extension ListController {
  static var columnsQuestion: String { "columns" }

  private var hiddenIDs: [String] { state.hiddenColumnIDs ?? initiallyHidden ?? [] }

  /// The columns that the person doesn't want to see. The first names the row, and stays; a list without a choice hides none.
  var chosenHidden: Set<Int> {
    guard initiallyHidden != nil else { return [] }
    let ids = Set(hiddenIDs)
    return Set(columns.indices.dropFirst().filter { ids.contains(columns[$0].id) })
  }

  /// Each column but the first, those shown with a mark.
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

  /// Shows a column or hides it, and asks again: most people want to choose several.
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
