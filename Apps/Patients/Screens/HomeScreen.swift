import Accounts
import Reprise

@MainActor func homeScreen(_ viewer: Viewer) -> any Screen {
  struct MenuItem: Hashable, Sendable {
    let id: String
    let title: String
    var explanation: String
    let route: Route
  }
  var items = [
    MenuItem(
      id: "find", title: "Find a patient", explanation: "by name or identifier", route: .find),
    MenuItem(
      id: "activeVisits", title: "Active visits", explanation: "patients here now",
      route: .activeVisits),
  ]
  if viewer.records != nil {
    items += [
      MenuItem(
        id: "saved", title: "Saved patients", explanation: "",
        route: .saved),
      MenuItem(
        id: "recent", title: "Recently viewed", explanation: "the last patients opened",
        route: .recent),
    ]
  }
  if viewer.recorded != nil {
    items.append(
      MenuItem(
        id: "recorded", title: "Recorded patients", explanation: "recorded for replay",
        route: .recorded))
  }
  if let account = viewer.server?.account {
    items.append(
      MenuItem(
        id: "logOut", title: "Log out", explanation: "ends the session of \(account.user)",
        route: .logOut))
  }
  return ListController(
    title: "Home",
    columns: [
      Column(
        "title", heading: "", width: .flexible(16...24), text: { (item: MenuItem) in item.title }),
      Column(
        "explanation", heading: "", width: .flexible(10...60), text: { $0.explanation },
        role: { _ in .secondary }),
    ],
    id: \.id,
    options: {
      $0.provenance = viewer.source.origin
      $0.showsHeadings = false
      $0.isRefreshable = false
      $0.reloadsWhenUncovered = viewer.records != nil
    },
    source: { [items] load in
      var items = items
      if let index = items.firstIndex(where: { $0.id == "saved" }) {
        items[index].explanation = await viewer.records?.savedSummary ?? ""
      }
      load.show(ListContent(rows: items, summary: ""))
    },
    open: { item, navigator in navigator.push(item.route) })
}
