import Networking
import Reprise

/// Where an appliance keeps what the viewer shows.
extension ResourceURI {
  static let systemList = "/resources/virtualSystems"

  /// Newer servers' ids are whole paths already.
  static func system(_ id: ResourceID) -> String {
    id.text.hasPrefix("/") ? id.text : "\(systemList)/\(id)"
  }

  static func machines(of id: ResourceID) -> String { system(id) + "/virtualMachines" }

  /// What a link in a system's description leads to. All systems lie beside each other, so that any name will do for the one that holds it.
  init?(link: String) { self.init(link, from: ResourceURI("\(Self.systemList)/0")) }
}
