import Screens
import Terminals

extension ListController {
  static var sortQuestion: String { "sort" }

  /// Each column that has a name, and the order as received. The column that is sorted by stands there to be turned.
  var sortPicker: Picker {
    var choices = columns.filter { !$0.heading.isEmpty }.map { column in
      let chosen = next(column.id)
      let label =
        column.id == sort.columnID
        ? "\(column.heading) \(sort.mark) → \(chosen.mark)" : column.heading
      return Picker.Choice(id: chosen.text, label: label)
    }
    choices.append(Picker.Choice(id: ListSort.asReceived.text, label: "As received"))
    return Picker(
      question: Self.sortQuestion, title: "Sort", choices: choices,
      currentID: next(sort.columnID).text)
  }

  /// The order that choosing a column leads to: by the one that is sorted by already, the other way round.
  private func next(_ columnID: String) -> ListSort {
    guard !columnID.isEmpty else { return .asReceived }
    return ListSort(columnID, isDescending: sort.columnID == columnID && !sort.isDescending)
  }

  /// Keys that sort by a column at once: a capital letter of each heading, its first where that isn't taken.
  var sortKeys: [(key: Key, column: Column<Row>)] {
    // G goes to the end, L locks; S is left to applications.
    var taken: Set<Key> = Set(["G", "L", "S"] + actions.map { $0.key })
    return columns.compactMap { column in
      let letters = column.heading.uppercased().filter { $0.isASCII && $0.isLetter }
      let key = letters.lazy.map { Key.character($0) }.first { !taken.contains($0) }
      guard let key else { return nil }
      taken.insert(key)
      return (key, column)
    }
  }

  /// The order in words, where no heading in sight shows it: "sorted by ID ▼".
  func orderWords(_ layout: ColumnLayout, hasHeadings: Bool) -> String? {
    guard showsHeadings, arrangement.count > 1 else { return nil }
    if sort == .asReceived { return initialSort == .asReceived ? nil : "as received" }
    guard let place = columns.firstIndex(where: { $0.id == sort.columnID }) else { return nil }
    if hasHeadings, layout.places.contains(where: { $0.index == place }) { return nil }
    return "sorted by \(columns[place].heading) \(sort.mark)"
  }

  func sort(_ answer: Answer, _ navigator: Navigator) {
    guard let chosen = ListSort(text: answer.choiceID) else { return }
    adoptRequest()
    state.sort = chosen
    keepSelectionInSight(navigator)
  }

  /// Sorts by a column; by the one that is sorted by already, the other way round.
  func sort(by columnID: String, _ navigator: Navigator) {
    adoptRequest()
    state.sort = next(columnID)
    keepSelectionInSight(navigator)
  }

  private func keepSelectionInSight(_ navigator: Navigator) {
    if state.selectedID != nil, let place = selectedPlace {
      select(place, lines: lines(in: navigator.size))
    }
  }
}
