import Foundation
import Reprise

/// The systems that a command line asks for: `51`, `LucaV`, `https://host/resources/virtualSystems/51`, `--filter TEXT`.
struct Target: Hashable, Sendable {
  /// The origin of the systems; nil if none was named. Then a session may be about any.
  var origin: Origin?
  /// The screens to open once, above the start screen.
  var routes: [Route] = []
  var request = ListRequest()

  /// The list that this start is about. Without a user there is nobody who could ask for one.
  var home: [Route] {
    switch origin {
    case nil: []
    case .live(let account)? where account.user.isEmpty: []
    case let origin?: [.systems(of: origin)]
    }
  }

  /// Tells whether a screen of a session is about the origin that was named.
  func canRestore(_ route: Route) -> Bool {
    guard let origin, let other = route.origin else { return true }
    return origin.includes(other)
  }
}

extension Target {
  /// Reads a command line. `origin` is the one meant if the operand names none. Throws `UsageError`.
  init(_ operand: String?, filter: String?, sort: ListSort?, origin: Origin?) throws {
    self.origin = origin
    request = ListRequest(filter: filter, sort: sort)
    guard operand != nil || filter != nil || sort != nil else { return }
    guard let origin else { throw UsageError.noServer }
    routes = home
    guard let operand else { return }
    let isLink = origin.server == (try DeepLink(withoutScheme: operand))?.server
    if let link = try DeepLink(operand) ?? (isLink ? DeepLink(withoutScheme: operand) : nil) {
      guard let id = link.id else { return }
      // Without a user the start screen asks for one, and the list comes after it.
      if !routes.isEmpty { routes.append(.system(id: id, of: origin)) }
      request.selectedID = id.text
    } else {
      request.name = operand
    }
  }
}

/// A link to an appliance's systems, or to one of them: `https://host/resources/virtualSystems/51`, `cloudburst://host/virtualSystems/51`.
struct DeepLink: Hashable, Sendable {
  /// The scheme of the application's own links, which the desktop is told of.
  static let scheme = "cloudburst"

  /// The server: "https://host".
  let server: String
  /// The id of the system; nil for the list.
  let id: ResourceID?

  /// Reads a link; nil for anything else. A link to another place on the server leads to its list.
  ///
  /// Throws `UsageError` for an id that would lead elsewhere on the server: any web page can hold a link.
  init?(_ text: String) throws {
    guard let separator = text.range(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard ["https", "http", DeepLink.scheme].contains(scheme) else { return nil }
    let web = (scheme == DeepLink.scheme ? "https" : scheme) + text[separator.lowerBound...]
    guard let address = ServerAddress(String(web), allowsHTTP: true) else { return nil }
    let hasBase = address.path.contains("/resources")
    server = hasBase ? address.base(before: ["resources"]).text : address.origin
    let names = address.path.split(separator: "/")
    let place = names.firstIndex(of: "virtualSystems").map { $0 + 1 }
    id = place.flatMap { $0 < names.count ? names[$0].removingPercentEncoding : nil }
      .map { ResourceID($0) }
    if let id, id.text.contains(where: { "/?#".contains($0) }) || ResourceURI(system: id) == nil {
      throw UsageError(
        "“\(id)” is no id of a system, as the link has it",
        advice: "Open the appliance's list: \(server).")
    }
  }

  /// Reads a link as browsers show it, and a server with its port: "host.example.com/resources/virtualSystems", "host:8443"; nil for a text
  /// that looks more like the name of a system.
  init?(withoutScheme text: String) throws {
    guard !text.contains("://"), ServerAddress.problem(text) == nil else { return nil }
    let authority = text.prefix { $0 != "/" }
    let lastLabel = authority.split(separator: ".").last ?? ""
    let isDomain =
      authority.contains(".") && lastLabel.count > 1 && lastLabel.allSatisfy(\.isLetter)
    let isPath = authority.count < text.count && authority.contains(".")
    guard authority.contains(":") || isDomain || isPath, let address = ServerAddress(text) else {
      return nil
    }
    try self.init(address.text)
  }
}
