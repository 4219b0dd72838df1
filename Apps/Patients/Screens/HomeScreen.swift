import Reprise

/// The first screen: a menu of the other ones.
@MainActor func homeScreen(_ viewer: Viewer) -> any Screen {
  struct Place: Hashable, Sendable {
    let id: String
    let title: String
    var explanation: String
    let route: Route
  }
  var places = [
    Place(
      id: "find", title: "Find a patient", explanation: "by name or identifier", route: .find),
    Place(
      id: "activeVisits", title: "Active visits", explanation: "patients here now",
      route: .activeVisits),
  ]
  if viewer.records != nil {
    places += [
      Place(
        id: "saved", title: "Saved patients", explanation: "",
        route: .saved),
      Place(
        id: "recent", title: "Recently viewed", explanation: "the last patients opened",
        route: .recent),
    ]
  }
  if viewer.recorded != nil {
    places.append(
      Place(
        id: "recorded", title: "Recorded patients", explanation: "recorded for replay",
        route: .recorded))
  }
  if let account = viewer.server?.account {
    places.append(
      Place(
        id: "logOut", title: "Log out", explanation: "ends the session of \(account.user)",
        route: .logOut))
  }
  return ListController(
    title: "Home", provenance: viewer.source.origin,
    columns: [
      Column(
        "title", heading: "", width: .flexible(16...24), text: { (place: Place) in place.title }),
      Column(
        "explanation", heading: "", width: .flexible(10...60), text: { $0.explanation },
        role: { _ in .secondary }),
    ],
    id: \.id, showsHeadings: false, isRefreshable: false,
    reloadsWhenUncovered: viewer.records != nil,
    source: { [places] load in
      var places = places
      if let place = places.firstIndex(where: { $0.id == "saved" }) {
        places[place].explanation = await viewer.records?.savedWords ?? ""
      }
      load.show(ListContent(rows: places, summary: ""))
    },
    open: { place, navigator in navigator.push(place.route) })
}
