public import Screens
public import Terminals

extension ListController {
  /// Only scrolls back to a row that is out of sight, so that the user never opens a hidden one.
  func openSelected(_ navigator: Navigator) {
    guard let open, let row = selectedRow else { return }
    if showSelection(navigator) {
      storeSelection(navigator)
      open(row, navigator)
    }
  }

  /// Stores even a default or a substitute, so that it is selected when the user returns.
  private func storeSelection(_ navigator: Navigator) {
    guard let index = selectedIndex, state.selectedID != arrangement.id(at: index) else { return }
    select(index, lines: lines(in: navigator.size))
  }

  /// Returns true if the selected row is visible; otherwise scrolls to it and returns false.
  private func showSelection(_ navigator: Navigator) -> Bool {
    let lines = lines(in: navigator.size)
    if showsSelection(lines: lines) { return true }
    if let index = selectedIndex { select(index, lines: lines) }
    return false
  }

  public var bindings: [KeyBinding] {
    if state.isFiltering { return filteringBindings }
    // Called twice for every key, so the cached bindings are returned if possible.
    let back = options.back()
    if filter.isEmpty, back == nil, problem == nil, exporting == nil { return listBindings }
    // The status line drops the key that clears the filter or dismisses the error last.
    return (exporting == nil ? [] : [stopExport])
      + (problem == nil || content == nil ? [] : [dismiss])
      + (filter.isEmpty ? [] : [showAll]) + listBindings + (back.map { [$0] } ?? [])
  }

  private var filteringBindings: [KeyBinding] {
    [
      KeyBinding(.enter, label: "apply", help: "Apply the filter and go to the list") { _ in
        var state = self.state
        state.isFiltering = false
        state.appliedFilter = nil
        self.state = state
      }, state.appliedFilter == nil ? showAll : showApplied,
    ]
      + movingBindings.filter { !$0.keys[0].isControl }
      .map { KeyBinding($0.keys[0], help: $0.help, action: $0.action) }
  }

  private var dismiss: KeyBinding {
    KeyBinding(.escape, label: "dismiss", help: "Hide the failure") { _ in
      self.state.problem = nil
    }
  }

  private var showAll: KeyBinding {
    KeyBinding(.escape, label: "clear", help: "Clear the filter") { _ in self.endFilter() }
  }

  private var showApplied: KeyBinding {
    KeyBinding(.escape, label: "cancel", help: "Go back to the previous filter") { _ in
      self.endFilter()
    }
  }

  /// The facts that decide which keys are available. Keys without effect aren't.
  struct Choice: Hashable {
    let hasRows: Bool
    let isFilterable: Bool
    let refreshLabel: String
    let hasUnreadableResponse: Bool
  }

  /// The current facts. Until the first load, all keys are available.
  private var choice: Choice {
    let count = content?.received.count
    let hasRows = count.map { $0 > 0 } ?? (problem == nil)
    // A short menu needs no filter.
    return Choice(
      hasRows: hasRows,
      isFilterable: hasRows && (options.showsHeadings || count.map { $0 > 9 } ?? false),
      refreshLabel: loader.refreshLabel,
      hasUnreadableResponse: loader.unreadableResponseRoute != nil)
  }

  var listBindings: [KeyBinding] {
    let choice = choice
    if let madeBindings, madeBindings.choice == choice { return madeBindings.bindings }
    let made = makeBindings(choice)
    madeBindings = (choice, made)
    return made
  }

  private func makeBindings(_ choice: Choice) -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    if open != nil, choice.hasRows {
      let openLabel = options.openLabel
      let help = "\(openLabel.prefix(1).uppercased() + openLabel.dropFirst()) the selected row"
      bindings.append(
        KeyBinding(.enter, .right, "l", label: openLabel, help: help) { [unowned self] in
          openSelected($0)
        })
    }
    if choice.isFilterable {
      bindings.append(
        KeyBinding("/", label: "filter", help: "Show matches: a b, !a, a|b, /x/") {
          [unowned self] _ in
          adoptRequest()
          var state = state
          state.isFiltering = true
          state.appliedFilter = filter.isEmpty ? nil : filter.text
          self.state = state
        })
    }
    if choice.hasRows, options.showsHeadings, columns.count > 1 {
      bindings.append(
        KeyBinding("s", label: "sort", help: "Sort by a column; again reverses the order") {
          [unowned self] in
          $0.pick(sortPicker)
        })
    }
    if initiallyHidden != nil, choice.hasRows {
      bindings.append(
        KeyBinding("o", label: "columns", help: "Choose the columns that are shown") {
          [unowned self] in
          $0.pick(columnsPicker(currentID: nil))
        })
    }
    bindings += (choice.hasRows ? options.actions : []).map { item in
      KeyBinding(item.key, label: item.label, help: item.help) { [unowned self] navigator in
        guard let row = selectedRow, showSelection(navigator) else { return }
        storeSelection(navigator)
        item.action(row, navigator)
      }
    }
    // A row's action has priority over an application key, which remains for a list without rows.
    let taken = Set(bindings.flatMap(\.keys))
    bindings += ownBindings.filter { taken.isDisjoint(with: $0.keys) } + refreshBindings
    if let exports = options.exports, choice.hasRows {
      var binding = KeyBinding("e", help: "Export what is shown into a file") {
        [unowned self] in
        $0.pick(picker(of: exports))
      }
      binding.isExport = true
      bindings.append(binding)
    }
    guard choice.hasRows else { return bindings + movingBindings }
    bindings.append(
      KeyBinding("c", help: "Copy the selected row") { [unowned self] in copySelected($0) })
    if options.showsHeadings, columns.count > 1 {
      bindings += sortKeys(besides: bindings + movingBindings).map { key, column in
        KeyBinding(key, help: column.sortHelp ?? "Sort by \(column.heading)") { [unowned self] in
          sort(by: column.id, $0)
        }
      }
    }
    return bindings + movingBindings
  }

  private var movingBindings: [KeyBinding] {
    func move(_ keys: [Key], _ help: String, _ step: @escaping (Int) -> Int) -> KeyBinding {
      var binding = KeyBinding(keys[0], help: help) { [unowned self] navigator in
        let lines = lines(in: navigator.size)
        select((selectedIndex ?? 0) + step(lines), lines: lines)
      }
      binding.keys = keys
      return binding
    }
    // The numbers of rows on a screen that begins or ends with the selected row.
    let below = { [unowned self] in rowCount(from: selectedIndex ?? 0, lines: $0) }
    let above = { [unowned self] in rowCount(to: selectedIndex ?? 0, lines: $0) }
    // Far enough to reach either end, without overflow when added to an index.
    let far = 1 << 40
    return [
      move([.up, "k", .control("p")], "Go up") { _ in -1 },
      move([.down, "j", .control("n")], "Go down") { _ in 1 },
      move([.pageUp, .control("b")], "Go up a page") { -max(1, above($0) - 1) },
      move([.pageDown, .control("f"), " "], "Go down a page") { max(1, below($0) - 1) },
      move([.control("u")], "Go up half a page") { -max(1, above($0) / 2) },
      move([.control("d")], "Go down half a page") { max(1, below($0) / 2) },
      move([.home, "g"], "Go to the first row") { _ in -far },
      move([.end, "G"], "Go to the last row") { _ in far },
    ]
  }

  private func endFilter() {
    adoptRequest()
    var state = state
    state.filter = TextEntry(state.isFiltering ? state.appliedFilter ?? "" : "")
    state.isFiltering = false
    state.appliedFilter = nil
    state.isScrolled = false
    self.state = state
  }

  private func copySelected(_ navigator: Navigator) {
    guard let row = selectedRow, showSelection(navigator) else { return }
    // A line end or a tab in a cell would split the row.
    navigator.copy(columns.map { SafeText.visible($0.text(row)) }.joined(separator: "\t"))
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if state.isFiltering, case .handled = editFilter(event, navigator) { return .handled }
    guard case .mouse(let mouse) = event else { return .ignored }
    let lines = lines(in: navigator.size)
    switch mouse.action {
    case .scrollUp: scroll(by: -3, lines: lines)
    case .scrollDown: scroll(by: 3, lines: lines)
    case .click, .doubleClick: click(mouse.position, navigator)
    }
    return .handled
  }

  private func editFilter(_ event: Event, _ navigator: Navigator) -> Handled {
    // The command line's filter replaces one that was being typed.
    var filter = filter
    let handled = filter.edit(event, isSecret: false, navigator)
    if filter != self.filter {
      adoptRequest()
      var state = state
      state.filter = filter
      state.isScrolled = false
      self.state = state
    }
    return handled
  }

  private func click(_ position: Position, _ navigator: Navigator) {
    // Headings and rows are only drawn once there is content.
    guard content != nil else { return }
    let regions = regions(in: navigator.size)
    if position.row == regions.headingRow {
      let frames = layout(columns: navigator.size.columns).frames
      // A click beside the headings sorts by none of them.
      if let frame = frames.first(where: {
        ($0.start..<($0.start + $0.width)).contains(position.column)
      }), !columns[frame.index].heading.isEmpty {
        sort(by: columns[frame.index].id, navigator)
      }
      return
    }
    let lines = listLines(from: topIndex(lines: regions.lines), lines: regions.lines)
    let line = position.row - regions.firstRow
    guard lines.indices.contains(line), case .row(let index) = lines[line] else { return }
    if index == selectedIndex { return openSelected(navigator) }
    select(index, lines: regions.lines)
  }
}
