import Screens

extension ListController {
  private static var question: String { "sort" }

  /// Each column that has a name in both directions, and the order as received.
  var sortPicker: Picker {
    var choices = columns.filter { !$0.heading.isEmpty }.flatMap { column in
      [
        Picker.Choice(id: ListSort(column.id).text, label: "\(column.heading) ▲"),
        Picker.Choice(
          id: ListSort(column.id, isDescending: true).text, label: "\(column.heading) ▼"),
      ]
    }
    choices.append(Picker.Choice(id: ListSort.asReceived.text, label: "As received"))
    return Picker(question: Self.question, title: "Sort", choices: choices, currentID: sort.text)
  }

  func sort(_ answer: Answer, _ navigator: Navigator) {
    guard answer.question == Self.question, let chosen = ListSort(text: answer.choiceID) else {
      return
    }
    adoptRequest()
    state.sort = chosen
    keepSelectionInSight(navigator)
  }

  /// Sorts by a column; by the one that is sorted by already, the other way round.
  func sort(by columnID: String) {
    adoptRequest()
    state.sort = ListSort(
      columnID, isDescending: sort.columnID == columnID && !sort.isDescending)
  }

  private func keepSelectionInSight(_ navigator: Navigator) {
    if state.selectedID != nil, let place = selectedPlace {
      select(place, lines: lines(in: navigator.size))
    }
  }
}
