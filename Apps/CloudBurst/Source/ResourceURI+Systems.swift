import Reprise

extension ResourceURI {
  static let systemList = "/resources/virtualSystems"

  /// Creates the address of a system; returns `nil` if the id leads to anything but a resource.
  ///
  /// An id is a single name, or a whole path on newer servers. Ids also come from links and session
  /// files, so other paths, such as the one that logs a user out, are refused.
  init?(system id: ResourceID) {
    let isPath = id.text.hasPrefix("/")
    self.init(isPath ? id.text : "\(Self.systemList)/\(id)")
    guard isResource, isPath || names.count == 3 else { return nil }
  }

  init?(machinesOf id: ResourceID) {
    guard let system = ResourceURI(system: id) else { return nil }
    self.init(system.path + "/virtualMachines")
  }

  /// Creates the address behind a link in a system's description; returns `nil` if it leads to
  /// anything but a resource. Relative links are resolved against any system, because all systems
  /// have the same parent path.
  init?(link: String) {
    self.init(link, from: ResourceURI("\(Self.systemList)/0"))
    guard isResource else { return nil }
  }

  /// Whether it has no query, and is below `/resources/` or the newer `/admin/resources/`.
  private var isResource: Bool {
    query == nil
      && (names.starts(with: ["resources"]) || names.starts(with: ["admin", "resources"]))
  }
}
