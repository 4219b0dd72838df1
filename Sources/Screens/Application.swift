/// An application as a value: its name, its root, and the screen that each route leads to.
@MainActor public struct Application<Route: AppRoute> {
  /// The command name. Sessions are stored under it.
  public let name: String
  /// The name at the left of the top line.
  public let title: String
  /// The application's version. It is written into snapshots and compared with the version of a
  /// restored session.
  public let version: String
  /// The route of the screen at the bottom of the stack.
  public let root: Route
  /// A deep link: the routes to open above the root at this start. They replace the session's
  /// screens, except for a common prefix, which keeps its state.
  public private(set) var deepLink: [Route]
  /// The initial routes, shown above the root at every start. A session that begins with them is
  /// restored completely; of any other session, only the common prefix is.
  public let initialRoutes: [Route]
  /// Alternative initial routes. A session that begins with one of them is restored as if it began
  /// with `initialRoutes`, for example because its file no longer exists and so the screen for it
  /// can't be determined.
  public var alternativeInitialRoutes: [[Route]] = []
  /// Returns whether loading a screen may lead to a password prompt. Until that load ends, typed
  /// letters are held back instead of triggering the screen's key bindings.
  public var awaitsPassword: @MainActor (Route, LoadReason) -> Bool = { _, _ in false }
  /// Returns whether a session may restore this screen. The first screen that may not be restored
  /// is dropped, with all screens above it.
  public let canRestore: @MainActor (Route) -> Bool
  /// A warning above every screen for as long as the application runs.
  public let banner: String?
  /// Builds the screen that a route leads to.
  public let screen: @MainActor (Route) -> any Screen

  /// Creates an application from its name, its root and the screen of each route.
  /// ```swift
  /// let application = Application("systems", root: Route.list) { route in
  ///   switch route {
  ///   case .list: SystemsScreen()
  ///   case .system(let id): SystemScreen(id: id)
  ///   }
  /// }
  /// ```
  public init(
    _ name: String, title: String? = nil, version: String = "0.1.0", root: Route,
    deepLink: [Route] = [], initialRoutes: [Route] = [],
    canRestore: @escaping @MainActor (Route) -> Bool = { _ in true }, banner: String? = nil,
    screen: @escaping @MainActor (Route) -> any Screen
  ) {
    self.name = name
    self.title = title ?? name
    self.version = version
    self.root = root
    self.deepLink = deepLink
    self.initialRoutes = initialRoutes
    self.canRestore = canRestore
    self.banner = banner
    self.screen = screen
  }
}

extension Application {
  /// The application without its deep link, so that its session is resumed.
  package var withoutDeepLink: Application {
    var plain = self
    plain.deepLink = []
    return plain
  }
}

/// The route of an application with a single screen.
public enum OnlyRoute: AppRoute {
  /// The only screen.
  case only
}

extension Application where Route == OnlyRoute {
  /// Creates an application with a single screen, whose route is `OnlyRoute.only`.
  /// ```swift
  /// let application = Application("notes") { NotesScreen() }
  /// ```
  public init(_ name: String, title: String? = nil, screen: @escaping @MainActor () -> any Screen) {
    self.init(name, title: title, root: .only) { _ in screen() }
  }
}

/// Builds the framework's own screens. `FrameworkScreens.standard` is in the Controllers module.
public struct FrameworkScreens: Sendable {
  /// Builds the screen that a framework route leads to.
  public let screen: @MainActor @Sendable (FrameworkRoute) -> any Screen

  /// Creates framework screens from a function that builds one for each route.
  ///
  ///     FrameworkScreens { route in
  ///       guard case .log(let lines) = route else {
  ///         return FrameworkScreens.standard.screen(route)
  ///       }
  ///       return LogScreen(lines)
  ///     }
  public init(_ screen: @escaping @MainActor @Sendable (FrameworkRoute) -> any Screen) {
    self.screen = screen
  }
}

/// Identifies a screen: an enum of the application, whose cases carry ids, never records.
///
/// Snapshots, deep links and arguments can only name routes, so a file can open nothing but the
/// application's own screens. Never rename a case or a label; add new ones.
public protocol AppRoute: Codable, Hashable, Sendable {
  /// The servers this screen connects to; empty if the route names none.
  ///
  /// They are shown before a session file from another user is opened, so include every address the
  /// screen may contact.
  var namedServers: [String] { get }
}

extension AppRoute {
  /// No servers.
  public var namedServers: [String] { [] }
}
