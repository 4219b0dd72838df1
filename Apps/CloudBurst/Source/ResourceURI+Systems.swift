import Reprise

/// The addresses of an appliance's resources.
extension ResourceURI {
  static let systemList = "/resources/virtualSystems"

  /// Creates the address of a system; nil for an id that leads elsewhere than to a resource.
  ///
  /// An id is one name; newer servers' ids are whole paths already. It may come from a link or a session file: what else the server does
  /// for a GET, such as logging somebody out, isn't asked for.
  init?(system id: ResourceID) {
    let isPath = id.text.hasPrefix("/")
    self.init(isPath ? id.text : "\(Self.systemList)/\(id)")
    guard isResource, isPath || names.count == 3 else { return nil }
  }

  /// Creates the address of a system's machines; nil for an id that leads elsewhere.
  init?(machinesOf id: ResourceID) {
    guard let system = ResourceURI(system: id) else { return nil }
    self.init(system.path + "/virtualMachines")
  }

  /// Creates the address behind a link in a system's description; nil for one that leads elsewhere than to a resource. All systems lie
  /// beside each other, so any name will do for the one that holds the link.
  init?(link: String) {
    self.init(link, from: ResourceURI("\(Self.systemList)/0"))
    guard isResource else { return nil }
  }

  /// True for a path below `/resources/`, or on newer servers below `/admin/resources/`, without a query.
  private var isResource: Bool {
    query == nil
      && (names.starts(with: ["resources"]) || names.starts(with: ["admin", "resources"]))
  }
}
