import Reprise

/// The addresses of an appliance's resources.
extension ResourceURI {
  static let systemList = "/resources/virtualSystems"

  /// Returns the address of a system. Newer servers' ids are whole paths already.
  static func system(_ id: ResourceID) -> String {
    id.text.hasPrefix("/") ? id.text : "\(systemList)/\(id)"
  }

  static func machines(of id: ResourceID) -> String { system(id) + "/virtualMachines" }

  /// Creates the address behind a link in a system's description. All systems lie beside each other, so any name will do for the one that
  /// holds the link.
  init?(link: String) { self.init(link, from: ResourceURI("\(Self.systemList)/0")) }
}
