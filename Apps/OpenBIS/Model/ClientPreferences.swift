/// The wishes of an instance about its clients.
struct ClientPreferences: Hashable, Sendable {
  /// The seconds after which the root entities are to be asked for anew.
  var refreshInterval = 3600
  /// The kinds of search that the instance has; the first one is the default.
  var searchDomains: [SearchDomain] = []
}

/// A kind of search that an instance has.
struct SearchDomain: Hashable, Sendable {
  /// The key, for example "GLOBAL".
  let key: String
  /// The words for it, for example "Search".
  let label: String
}
