import Screens
import Terminals

extension DetailController {
  func shownLines(_ layout: DetailLayout, _ size: Size) -> Range<Int> {
    let rows = max(1, size.rows - problemLines(size))
    let top = top(of: layout, rows: rows)
    return top..<min(top + rows, layout.lines.count)
  }

  /// Returns the selected row if it is visible, so that the user never opens a hidden one.
  func selectedID(_ layout: DetailLayout, _ size: Size) -> String? {
    guard let wanted = state.selectedID,
      let line = layout.links.first(where: { $0.id == wanted })?.line,
      shownLines(layout, size).contains(line)
    else { return nil }
    return wanted
  }

  /// Selects the next link if it is visible; otherwise scrolls by a line, like a text browser.
  func step(_ distance: Int, _ size: Size) {
    guard let layout = layout(size) else { return }
    let shown = shownLines(layout, size)
    let links = layout.links.filter { shown.contains($0.line) }
    let index = selectedID(layout, size).flatMap { id in links.firstIndex { $0.id == id } }
    let next = index.map { $0 + distance } ?? (distance > 0 ? 0 : links.count - 1)
    let last = max(0, layout.lines.count - shown.count)
    let canScroll = distance > 0 ? shown.lowerBound < last : shown.lowerBound > 0
    // Without a selection, scrolling comes first, because the user is reading.
    if links.indices.contains(next), index != nil || !canScroll {
      state.selectedID = links[next].id
    } else if canScroll {
      scroll(size) { _ in distance }
    }
  }

  /// Counts from the selected row if it is visible, otherwise from the visible lines.
  func selectNext(_ distance: Int, _ size: Size) {
    guard let layout = layout(size) else { return }
    let links = layout.links
    guard !links.isEmpty else { return }
    let shown = shownLines(layout, size)
    let selected = selectedID(layout, size)
    let index = links.firstIndex { $0.id == selected }
    let near =
      distance > 0
      ? links.firstIndex { $0.line >= shown.lowerBound }
      : links.lastIndex { $0.line < shown.upperBound }
    let next = index.map { ($0 + distance + links.count) % links.count }
    let link = links[next ?? near ?? (distance > 0 ? 0 : links.count - 1)]
    state.selectedID = link.id
    if !shown.contains(link.line) { scroll(size) { _ in link.line - shown.lowerBound } }
  }

  func openSelected(_ navigator: Navigator) {
    guard let layout = layout(navigator.size) else { return }
    let links = layout.links
    let selected = selectedID(layout, navigator.size)
    let link =
      links.first { $0.id == selected }
      ?? links.first { shownLines(layout, navigator.size).contains($0.line) }
    guard let link else { return }
    state.selectedID = link.id
    navigator.push(link.route)
  }

  /// Opens the previous or next row of the same kind. At either end, opens the same row again.
  func openNeighbour(_ distance: Int, _ navigator: Navigator) {
    guard let layout = layout(navigator.size),
      let opened = layout.links.first(where: { $0.id == state.selectedID })
    else { return }
    let alike = layout.links.filter { $0.isTable == opened.isTable }
    guard let index = alike.firstIndex(where: { $0.id == opened.id }) else { return }
    guard alike.indices.contains(index + distance) else {
      navigator.notify("This is the \(distance > 0 ? "last" : "first") of \(alike.count).")
      return navigator.push(opened.route)
    }
    let link = alike[index + distance]
    state.selectedID = link.id
    let shown = shownLines(layout, navigator.size)
    if !shown.contains(link.line) {
      scroll(navigator.size) { _ in link.line - shown.lowerBound }
    }
    navigator.push(link.route)
  }

  var linkBindings: [KeyBinding] {
    guard let detail, detail.sections.contains(where: { $0.rows.contains { $0.route != nil } })
    else { return [] }
    return [
      KeyBinding(.enter, .right, label: "open", help: "Open the selected row") {
        self.openSelected($0)
      },
      KeyBinding(.tab, help: "Go to the next row that opens") { self.selectNext(1, $0.size) },
      KeyBinding(.backTab, help: "Go to the previous row that opens") {
        self.selectNext(-1, $0.size)
      },
    ]
  }

  func click(_ position: Position, _ navigator: Navigator) {
    guard let layout = layout(navigator.size) else { return }
    let shown = shownLines(layout, navigator.size)
    let line = shown.lowerBound + position.row - problemLines(navigator.size)
    guard shown.contains(line), layout.lines.indices.contains(line),
      let link = layout.links.first(where: { $0.id == layout.lines[line].rowID })
    else { return }
    if selectedID(layout, navigator.size) == link.id { return openSelected(navigator) }
    state.selectedID = link.id
  }
}

extension DetailController {
  static var valueQuestion: String { "value to copy" }

  /// Lists only the labels: a picker is saved with its choices, and no value may be in a session.
  func chooseValue(_ navigator: Navigator) {
    guard let detail else { return }
    let choices = DetailLayout(detail, width: 80).rows.compactMap { id, row in
      row.label.map { Picker.Choice(id: id, label: $0) }
    }
    guard !choices.isEmpty else { return navigator.notify("There is no value with a label.") }
    navigator.pick(Picker(question: Self.valueQuestion, title: "Copy", choices: choices))
  }

  func copyPendingValue(_ navigator: Navigator) {
    guard let wanted = pendingValue, let detail else { return }
    pendingValue = nil
    let row = DetailLayout(detail, width: 80).rows.first { $0.id == wanted }?.row
    guard let value = row?.value else { return navigator.notify("That value is gone.") }
    navigator.copy(value)
  }
}

extension DetailRow {
  fileprivate var label: String? {
    if case .labelled(let label, _, _) = content { label } else { nil }
  }

  fileprivate var value: String? {
    if case .labelled(_, let value, _) = content { value } else { nil }
  }
}
