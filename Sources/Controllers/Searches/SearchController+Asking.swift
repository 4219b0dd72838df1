public import Screens

/// Asking for the matches of a text: each question takes the place of the one before.
extension SearchController {
  /// The text to search for: the field's, without blanks at either end.
  var query: String { state.query.text.trimmingBlanks }

  /// The scope that is searched in; nil where there are none.
  var scope: SearchScope? { scopes.first { $0.id == state.scopeID } ?? scopes.first }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let known = await makeScopes()
    // Another load took this one's place, and knows them by now, or will.
    guard !Task.isCancelled else { return }
    scopes = known
    guard !query.isEmpty else { return }
    await results.load(loadReason, navigator.part(partSize(navigator.size)))
  }

  /// Takes over a text; if it asks another question, drops the matches before and cancels the work under way.
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

  /// Drops the matches, cancels the work under way, and asks.
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
  /// The text without blanks at either end.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
