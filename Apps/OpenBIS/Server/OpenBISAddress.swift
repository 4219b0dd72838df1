import Foundation
import Reprise

/// The addresses of a server's interfaces.
struct OpenBISAddress: Hashable, Sendable {
  private let server: ServerAddress

  /// Creates the addresses from a server's address, which the user may have pasted from a browser:
  /// "https://host/openbis/webapp/eln-lims".
  init(_ server: ServerAddress) { self.server = server }

  func url(of interface: RemoteCall.Interface) -> URL? {
    URL(string: "\(base)/openbis/openbis/\(interface.rawValue)")
  }

  /// The server's address up to the application's own path.
  private var base: String {
    var names: [Substring] = []
    for name in server.path.split(separator: "/") {
      if name == "openbis" { break }
      names.append(name)
    }
    return server.origin + names.map { "/" + $0 }.joined()
  }
}
