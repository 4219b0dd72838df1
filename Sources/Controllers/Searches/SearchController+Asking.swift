public import Screens

/// Searching for a text. Each search replaces the previous one.
extension SearchController {
  /// The text to search for: the field's text without leading or trailing spaces.
  var query: String { state.query.text.trimmingBlanks }

  var scope: SearchScope? { scopes.first { $0.id == state.scopeID } ?? scopes.first }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let known = await makeScopes()
    // The load that replaced this one sets the scopes.
    guard !Task.isCancelled else { return }
    scopes = known
    guard !query.isEmpty else { return }
    await results.load(loadReason, navigator.part(partSize(navigator.size)))
  }

  /// Sets the text. If the query has changed, clears the matches, cancels the running search, and
  /// searches again.
  func type(_ entry: TextEntry, _ navigator: Navigator) {
    let before = query
    state.query = entry
    guard query != before else { return }
    askAnew(navigator)
  }

  func nextScope(_ navigator: Navigator) {
    guard let place = scopes.firstIndex(where: { $0 == scope }) else { return }
    state.scopeID = scopes[(place + 1) % scopes.count].id
    askAnew(navigator)
  }

  /// Clears the matches, cancels the running search, and searches again.
  private func askAnew(_ navigator: Navigator) {
    results.reset()
    let query = query
    navigator.run(.loading) {
      await self.load(.appear, navigator)
      guard self.opensOnlyMatch, !Task.isCancelled, query == self.query, self.results.isOnlyRow
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
