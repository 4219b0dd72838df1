import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// The systems that a command line asks for: `51`, `LucaV`,
/// `https://host/resources/virtualSystems/51`, `--filter TEXT`.
struct Target: Hashable, Sendable {
  /// `nil` if none was named, which admits sessions of any origin.
  var origin: Origin?
  var routes: [Route] = []
  var request = ListRequest()

  var home: [Route] {
    switch origin {
    case nil: []
    case .live(let account)? where account.user.isEmpty: []
    case let origin?: [.systems(of: origin)]
    }
  }

  func canRestore(_ route: Route) -> Bool {
    guard let origin, let other = route.origin else { return true }
    return origin.includes(other)
  }
}

extension Target {
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
      // Without a user, the start screen asks for one and then opens the list.
      if !routes.isEmpty { routes.append(.system(id: id, of: origin)) }
      request.selectedID = id.text
    } else {
      request.name = operand
    }
  }
}

/// A link to an appliance's list or to one of its systems:
/// `https://host/resources/virtualSystems/51`, `cloudburst://host/virtualSystems/51`.
struct DeepLink: Hashable, Sendable {
  static let scheme = "cloudburst"

  /// "https://host".
  let server: String
  /// `nil` for a link to the list.
  let id: ResourceID?

  /// `nil` for any other text. Other pages of a server lead to its list. Any web page can contain a
  /// link, so an id with a path or a query throws `UsageError`.
  init?(_ text: String) throws {
    guard let separator = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard ["https", "http", DeepLink.scheme].contains(scheme) else { return nil }
    let web = (scheme == DeepLink.scheme ? "https" : scheme) + text[separator.lowerBound...]
    guard let address = ServerAddress(String(web), allowsHTTP: true) else { return nil }
    let hasBase = address.path.contains("/resources")
    server = hasBase ? address.base(before: ["resources"]).text : address.origin
    let names = address.path.split(separator: "/")
    let index = names.firstIndex(of: "virtualSystems").map { $0 + 1 }
    id = index.flatMap { $0 < names.count ? names[$0].percentDecoded : nil }
      .map { ResourceID($0) }
    if let id, id.text.contains(where: { "/?#".contains($0) }) || ResourceURI(system: id) == nil {
      throw UsageError(
        "“\(id)” in the link isn't the id of a system",
        advice: "Open the appliance's list: \(server).")
    }
  }

  /// Parses a link as browsers show it, or a server with a port: "host:8443". Returns `nil` for a
  /// text that is more likely a system's name.
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
