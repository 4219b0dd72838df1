/// An application as a value: its name, its root, and the screen that each route leads to.
@MainActor public struct Application<Route: AppRoute> {
  /// The command's name, under which its sessions are kept.
  public let name: String
  /// The name at the left of the top line.
  public let title: String
  /// The application's own version, written into its snapshots and compared with that of a session's release.
  public let version: String
  /// The route of the screen at the bottom of the stack.
  public let root: Route
  /// The screens to open above the root, asked for once: they replace those that the session has there.
  public private(set) var opening: [Route]
  /// The screens that this start has to show above the root, whatever the session was about. A session that begins with them comes back
  /// with all that is open above them; of any other, only the part that leads there comes back.
  public let home: [Route]
  /// Other screens in the place of `home`: a session that begins with them comes back as if it began with that. A file that is gone, for
  /// example, doesn't tell any more which screen it had.
  public var alternativeInitialRoutes: [[Route]] = []
  /// Tells whether a load of a screen may lead to the question for a password: until it has ended,
  /// letters are no keys of that screen.
  public var awaitsPassword: @MainActor (Route, LoadReason) -> Bool = { _, _ in false }
  /// Tells whether a screen of a session may come back. The first that may not is left out, with all above it.
  public let canRestore: @MainActor (Route) -> Bool
  /// A warning that stands above every screen for as long as the application runs.
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
    opening: [Route] = [], home: [Route] = [],
    canRestore: @escaping @MainActor (Route) -> Bool = { _ in true }, banner: String? = nil,
    screen: @escaping @MainActor (Route) -> any Screen
  ) {
    self.name = name
    self.title = title ?? name
    self.version = version
    self.root = root
    self.opening = opening
    self.home = home
    self.canRestore = canRestore
    self.banner = banner
    self.screen = screen
  }
}

extension Application {
  /// The application as it starts when no screen is asked for: its session goes on.
  package var withoutOpening: Application {
    var plain = self
    plain.opening = []
    return plain
  }
}

/// The route of an application that has one screen.
public enum OnlyRoute: AppRoute {
  /// The one screen.
  case only
}

extension Application where Route == OnlyRoute {
  /// Creates an application of one screen, whose route is `OnlyRoute.only`.
  /// ```swift
  /// let application = Application("notes") { NotesScreen() }
  /// ```
  public init(_ name: String, title: String? = nil, screen: @escaping @MainActor () -> any Screen) {
    self.init(name, title: title, root: .only) { _ in screen() }
  }
}

/// Builds the framework's own screens. `FrameworkScreens.standard` is in Controllers, which are made of the same stuff.
public struct FrameworkScreens: Sendable {
  /// Builds the screen that a route of the framework's leads to.
  public let screen: @MainActor @Sendable (FrameworkRoute) -> any Screen

  /// Creates framework screens from a function that builds one for each route.
  ///
  ///     FrameworkScreens { route in
  ///       if case .log(let lines) = route { LogScreen(lines) } else { FrameworkScreens.standard.screen(route) }
  ///     }
  public init(_ screen: @escaping @MainActor @Sendable (FrameworkRoute) -> any Screen) {
    self.screen = screen
  }
}
