/// An application as a value: its name, its root, and the screen that each route leads to.
@MainActor public struct Application<Route: AppRoute> {
  /// The command name, which also names the directory that stores the application's sessions.
  public let name: String
  /// The application's title, shown at the left of the top line.
  public let title: String
  /// The application's release, such as "1.4.2". It is saved with a session. When a session is
  /// restored, it is compared with the newest release that has saved the session.
  public let version: String
  /// The route of the root screen, which is always open at the bottom of the screen stack.
  public let root: Route
  /// The routes that this start should open above the root, for example for a document named on the
  /// command line. They replace the screens of the saved session. Screens at the beginning that
  /// both have in common keep their state.
  public private(set) var deepLink: [Route]
  /// The routes that every start without a deep link opens above the root. A session that begins
  /// with them is restored completely. Of any other session, only the root screen and the screens
  /// that it has in common with them are restored.
  public let initialRoutes: [Route]
  /// Other routes that a session may begin with instead of `initialRoutes` and still be restored
  /// completely. Use them if the initial routes can't always be determined, for example because a
  /// file no longer exists.
  public var alternativeInitialRoutes: [[Route]] = []
  /// Returns whether loading the screen of a route may lead to a password prompt. If so, letters
  /// that the user types during the load don't trigger key bindings. They are passed to the prompt
  /// when it opens, or dropped if the load ends without one.
  public var awaitsPassword: @MainActor (Route, LoadReason) -> Bool = { _, _ in false }
  /// Whether the screen as it was left is stored with the session, unless that is encrypted, to be
  /// shown at the next start until its data is loaded. Set it to `false` if what the screens show
  /// mustn't be stored.
  public var keepsLaunchImage = true
  /// Returns whether a session may restore the screen of a route. If not, that screen and all
  /// screens above it are dropped. It isn't called for the root screen.
  public let canRestore: @MainActor (Route) -> Bool
  /// A warning that is shown above every screen while the application runs; `nil` for none.
  public let banner: String?
  /// Builds the screen for a route, when the route is opened or restored.
  public let screen: @MainActor (Route) -> any Screen

  /// Creates an application from its name, its root route and a function that builds the screen of
  /// each route.
  /// ```swift
  /// let application = Application("systems", root: Route.list) { route in
  ///   switch route {
  ///   case .list: SystemsScreen()
  ///   case .system(let id): SystemScreen(id: id)
  ///   }
  /// }
  /// ```
  ///
  /// The parameters are the properties of the same names. By default the title is the name, and a
  /// session may restore every screen.
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

  /// The application without its deep link, so that its session is resumed.
  package var withoutDeepLink: Application {
    var plain = self
    plain.deepLink = []
    return plain
  }
}

/// The route of an application with a single screen.
public enum OnlyRoute: AppRoute {
  /// The route of the application's only screen.
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

/// Builds the screens that the framework itself provides, such as the help and the message log.
/// Most applications use `FrameworkScreens.standard`, from the Controllers module.
public struct FrameworkScreens: Sendable {
  /// Builds the screen for a framework route, when the route is opened or restored.
  public let screen: @MainActor @Sendable (FrameworkRoute) -> any Screen

  /// Creates framework screens from a function that builds the screen for each route. Use it to
  /// replace one of the standard screens, here the message log:
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

/// A route identifies a screen of an application. It is an enum with a case for each kind of
/// screen, whose associated values are ids rather than records.
///
/// Routes are saved in snapshots, so never rename a case or a label; add new ones. A session file
/// can only open screens that the application has a route for.
public protocol AppRoute: Codable, Hashable, Sendable {
  /// The addresses of the servers that the route's screen connects to; empty if it connects to
  /// none.
  ///
  /// Before a session is opened that another user saved, or that belongs to another server or user,
  /// these addresses are shown, and the user must confirm. Include every address that the screen
  /// may contact.
  var namedServers: [String] { get }
}

extension AppRoute {
  /// By default empty: the screen connects to no server.
  public var namedServers: [String] { [] }
}
