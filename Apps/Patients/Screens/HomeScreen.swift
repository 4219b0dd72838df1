import Reprise

/// Where to go.
@MainActor func homeScreen(_ viewer: Viewer) -> any Screen {
  struct Place: Hashable, Sendable {
    let id: String
    let title: String
    let explanation: String
    /// Nil for the way out.
    var route: Route?
  }
  var places = [
    Place(
      id: "find", title: "Find a patient", explanation: "by name or identifier", route: .find),
    Place(
      id: "activeVisits", title: "Active visits", explanation: "everybody who is here now",
      route: .activeVisits),
  ]
  if let account = viewer.live?.account {
    places.append(
      Place(
        id: "logOut", title: "Log out", explanation: "ends the session of \(account.user)"))
  }
  return ListController(
    title: "Home", origin: viewer.source.origin,
    columns: [
      Column(
        "title", heading: "", width: .flexible(16...24), text: { (place: Place) in place.title }),
      Column(
        "explanation", heading: "", width: .flexible(10...60), text: { $0.explanation },
        role: { _ in .secondary }),
    ],
    id: \.id, showsHeadings: false, isRefreshable: false,
    source: { [places] in $0.show(ListContent(rows: places, summary: "")) },
    open: { place, navigator in
      if let route = place.route { return navigator.push(route) }
      navigator.run { await viewer.logOut(navigator) }
    })
}

extension Viewer {
  /// Ends the session at the server, and goes back to the start. If the server can't be told, that is said.
  fileprivate func logOut(_ navigator: Navigator) async {
    do {
      try await source.client.logOut()
      navigator.notify("You are logged out.")
    } catch {
      navigator.notify(
        "The password is forgotten here, but the server doesn't know: "
          + Report(problem: "", error).text)
    }
    navigator.pop()
  }
}
