/// An application is a value: its name, its root, and which screen each route leads to.
@MainActor public struct Application<Route: AppRoute> {
  /// The command's name, under which its sessions are kept.
  public let name: String
  /// The name at the left of the top line.
  public let title: String
  public let version: String
  public let root: Route
  /// The screens above the root that somebody asked for, once: they are opened instead of those that the session has there.
  public private(set) var opening: [Route]
  /// The screens above the root that this start is to show, whatever the session was about. A session that has them comes back with
  /// all that is open above them; one that leads elsewhere begins with them.
  public let home: [Route]
  /// Says which screens of a session may come back. The first that may not is left out, with all above it.
  public let admits: @MainActor (Route) -> Bool
  /// A warning that stands above every screen for as long as the application runs.
  public let banner: String?
  public let screen: @MainActor (Route) -> any Screen

  public init(
    _ name: String, title: String? = nil, version: String = "0.1.0", root: Route,
    opening: [Route] = [], home: [Route] = [],
    admits: @escaping @MainActor (Route) -> Bool = { _ in true }, banner: String? = nil,
    screen: @escaping @MainActor (Route) -> any Screen
  ) {
    self.name = name
    self.title = title ?? name
    self.version = version
    self.root = root
    self.opening = opening
    self.home = home
    self.admits = admits
    self.banner = banner
    self.screen = screen
  }
}

extension Application {
  /// The application as it is started without being asked for anything: it goes on where its session was.
  package var withoutOpening: Application {
    var plain = self
    plain.opening = []
    return plain
  }
}

/// The route of an application that has one screen.
public enum OnlyRoute: AppRoute {
  case only
}

extension Application where Route == OnlyRoute {
  /// An application of one screen.
  public init(_ name: String, title: String? = nil, screen: @escaping @MainActor () -> any Screen) {
    self.init(name, title: title, root: .only) { _ in screen() }
  }
}

/// Builds the framework's own screens. `FrameworkScreens.standard` is in Controllers, which are made of the same stuff.
public struct FrameworkScreens: Sendable {
  public let screen: @MainActor @Sendable (FrameworkRoute) -> any Screen

  public init(_ screen: @escaping @MainActor @Sendable (FrameworkRoute) -> any Screen) {
    self.screen = screen
  }
}
