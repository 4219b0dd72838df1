/// An instance's settings for its clients.
struct ClientPreferences: Hashable, Sendable {
  /// The seconds after which the root entities should be requested again.
  var refreshInterval = 3600
  /// The instance's kinds of search; the first one is the default.
  var searchDomains: [SearchDomain] = []
}

struct SearchDomain: Hashable, Sendable {
  /// The key, for example "GLOBAL".
  let key: String
  /// The label, for example "Search".
  let label: String
}
