public import Screens
public import Terminals

extension SearchController {
  private static var listKeys: [Key] { [.up, .down, .pageUp, .pageDown] }

  public var bindings: [KeyBinding] {
    var bindings: [KeyBinding] = []
    if !query.isEmpty {
      bindings = [
        KeyBinding(.enter, label: "open", help: "Open the selected row") { navigator in
          self.results.list.openSelected(navigator)
        },
        KeyBinding(.escape, label: "clear", help: "Search for something else") {
          self.type(TextEntry(), $0)
        },
        KeyBinding(.control("r"), help: "Refresh") { $0.refresh() },
      ]
      bindings += results.list.unreadableResponseBindings(.control("y"))
      bindings += options.actions.map { item in
        KeyBinding(item.key, label: item.label, help: item.help) { navigator in
          if let row = self.results.list.selectedRow { item.action(row, navigator) }
        }
      }
    }
    if scopes.count > 1 {
      bindings.append(
        KeyBinding(.tab, label: "where", help: "Search elsewhere, or by something else") {
          self.nextScope($0)
        })
    }
    let inList = results.bindings.filter { binding in
      binding.keys.contains(where: Self.listKeys.contains)
    }
    return bindings + options.bindings
      + inList.map { binding in
        var binding = binding
        binding.keys = binding.keys.filter(Self.listKeys.contains)
        return binding
      }
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    let inside = navigator.childNavigator(size: childSize(navigator.size))
    switch event {
    case .key(let key) where Self.listKeys.contains(key):
      return query.isEmpty ? .handled : results.handle(event, inside)
    case .mouse, .resize:
      guard !query.isEmpty, let event = event.forChild(below: childRow(navigator.size)) else {
        return .handled
      }
      return results.handle(event, inside)
    default:
      if bindings.perform(event, navigator) == .handled { return .handled }
    }
    var entry = state.query
    let handled = entry.edit(event, isSecret: false, navigator)
    if entry != state.query { type(entry, navigator) }
    return handled
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    guard result == .cacheChanged else { return results.list.pass(result, navigator) }
    // The rows may show which items are saved offline.
    results.reloadVisibleRows(navigator.childNavigator(size: childSize(navigator.size)))
  }
}

extension SearchController {
  /// The text to search for: the field's text without leading or trailing spaces.
  var query: String { state.query.text.trimmingBlanks }

  var scope: SearchScope? { scopes.first { $0.id == state.scopeID } ?? scopes.first }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let known = await field.scopes()
    // The load that replaced this one sets the scopes.
    guard !Task.isCancelled else { return }
    scopes = known
    guard !query.isEmpty else { return }
    await results.load(loadReason, navigator.childNavigator(size: childSize(navigator.size)))
  }

  func type(_ entry: TextEntry, _ navigator: Navigator) {
    let before = query
    state.query = entry
    guard query != before else { return }
    restartSearch(navigator)
  }

  func nextScope(_ navigator: Navigator) {
    guard let index = scopes.firstIndex(where: { $0 == scope }) else { return }
    state.scopeID = scopes[(index + 1) % scopes.count].id
    restartSearch(navigator)
  }

  private func restartSearch(_ navigator: Navigator) {
    results.reset()
    let query = query
    navigator.run(.loading) {
      await self.load(.appear, navigator)
      guard self.opensOnlyMatch, !Task.isCancelled, query == self.query,
        self.results.isOnlyRow
      else { return }
      self.results.list.openSelected(navigator)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
