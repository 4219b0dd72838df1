import Screens
import Terminals

extension ListController {
  static var columnsQuestion: String { "columns" }

  private var hiddenIDs: [String] { state.hiddenColumnIDs ?? initiallyHidden ?? [] }

  /// The first column names the row, so it is always shown.
  var chosenHidden: Set<Int> {
    guard initiallyHidden != nil else { return [] }
    let ids = Set(hiddenIDs)
    return Set(columns.indices.dropFirst().filter { ids.contains(columns[$0].id) })
  }

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
  func chooseColumn(_ result: ScreenResult, _ navigator: Navigator) {
    guard initiallyHidden != nil,
      columns.dropFirst().contains(where: { $0.id == result.choiceID })
    else { return }
    var hidden = hiddenIDs
    if let index = hidden.firstIndex(of: result.choiceID) {
      hidden.remove(at: index)
    } else {
      hidden.append(result.choiceID)
    }
    state.hiddenColumnIDs = hidden
    navigator.pick(columnsPicker(currentID: result.choiceID))
  }
}

extension ListController {
  static var sortQuestion: String { "sort" }

  /// Choosing the current column reverses its direction.
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

  private func next(_ columnID: String) -> ListSort {
    guard !columnID.isEmpty else { return .asReceived }
    return ListSort(columnID, isDescending: sort.columnID == columnID && !sort.isDescending)
  }

  /// The first letter of each heading, in upper case, that no other binding uses.
  func sortKeys(besides bindings: [KeyBinding]) -> [(key: Key, column: Column<Row>)] {
    // L locks; S is reserved for applications.
    var taken: Set<Key> = Set(["L", "S"] + bindings.flatMap(\.keys))
    return columns.compactMap { column in
      let letters = column.heading.uppercased().filter { $0.isASCII && $0.isLetter }
      let key = letters.lazy.map { Key.character($0) }.first { !taken.contains($0) }
      guard let key else { return nil }
      taken.insert(key)
      return (key, column)
    }
  }

  /// Returns the order as text if no visible heading shows it, such as "sorted by ID ▼".
  func orderText(_ layout: ColumnLayout, hasHeadings: Bool) -> String? {
    guard options.showsHeadings, arrangement.count > 1 else { return nil }
    if sort == .asReceived { return options.sort == .asReceived ? nil : "as received" }
    guard let index = columns.firstIndex(where: { $0.id == sort.columnID }) else { return nil }
    if hasHeadings, layout.frames.contains(where: { $0.index == index }) { return nil }
    return "sorted by \(columns[index].heading) \(sort.mark)"
  }

  func sort(_ result: ScreenResult, _ navigator: Navigator) {
    guard let chosen = ListSort(text: result.choiceID) else { return }
    adoptRequest()
    state.sort = chosen
    keepSelectionInSight(navigator)
  }

  func sort(by columnID: String, _ navigator: Navigator) {
    adoptRequest()
    state.sort = next(columnID)
    keepSelectionInSight(navigator)
  }

  private func keepSelectionInSight(_ navigator: Navigator) {
    if state.selectedID != nil, let index = selectedIndex {
      select(index, lines: lines(in: navigator.size))
    }
  }
}
