import Screens

/// The filter, order and row that the user requested on the command line. They override the saved
/// state of the session when the application starts, and aren't saved themselves.
public struct ListRequest: Hashable, Sendable {
  /// The filter to apply; `nil` to keep the session's.
  public var filter: String?
  /// The order in which to sort; `nil` to keep the session's.
  public var sort: ListSort?
  /// The id or name of the row to open once the list is loaded; `nil` for none.
  public var name: String?
  /// The id of the row to select, because a screen above the list shows that row. If the list
  /// doesn't contain it, the session's selection is kept.
  public var selectedID: String?

  /// Creates options for a list.
  ///
  ///     ListRequest(filter: "anna", sort: ListSort("date", isDescending: true))
  public init(
    filter: String? = nil, sort: ListSort? = nil, name: String? = nil, selectedID: String? = nil
  ) {
    self.filter = filter
    self.sort = sort
    self.name = name
    self.selectedID = selectedID
  }
}

extension ListController {
  func selectRequested() {
    guard let wanted = request.selectedID, let row = rows.first(of: [wanted]) else { return }
    request.selectedID = nil
    choose(row)
  }

  func choose(_ row: Row) {
    var state = state
    state.selectedID = id(row)
    state.selectedName = name(row)
    state.isScrolled = false
    self.state = state
  }

  /// Shows a notice if not exactly one row has that id or name.
  func openRequested(_ navigator: Navigator) {
    guard let wanted = request.name, let content else { return }
    request.name = nil
    var named = rows.first(of: [wanted]).map { [$0] } ?? content.rows.filter { name($0) == wanted }
    if named.isEmpty {
      // Names on the command line ignore case, as in commands.
      let lowercased = wanted.lowercased()
      named = content.rows.filter { name($0)?.lowercased() == lowercased }
    }
    if named.count == 1 {
      choose(named[0])
      open?(named[0], navigator)
    } else {
      request.filter = FilterQuery.literal(wanted)
      query = FilterQuery(filter.text)
      arrange()
      navigator.notify(notice(ofNamed: named.count, wanted))
    }
  }

  /// For example "No system has the name or id “9999”.", "2 systems are named “Single Server”."
  func notice(ofNamed count: Int, _ wanted: String) -> String {
    let noun = content?.noun ?? ("row", "rows")
    guard count == 0 else { return "\(count.counted(noun)) are named “\(wanted)”." }
    let matches = arrangement.count == 0 ? "." : "; \(arrangement.count.grouped) match."
    return "No \(noun.one) has the name or id “\(wanted)”" + matches
  }

  /// Moves filter and order into the state, because the user is about to change them.
  func adoptRequest() {
    guard request.filter != nil || request.sort != nil else { return }
    let (filter, sort) = (filter, request.sort)
    request = ListRequest()
    var state = state
    state.filter = filter
    if let sort { state.sort = sort }
    self.state = state
  }
}
