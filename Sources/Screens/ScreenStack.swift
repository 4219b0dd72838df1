import Restoration

/// The open screens, the root at the bottom. Only the topmost one is drawn, and the one below a
/// prompt.
@MainActor final class ScreenStack<Route: AppRoute> {
  private let application: Application<Route>
  private let framework: FrameworkScreens
  private(set) var entries: [StackEntry]
  /// The root in its initial state: the fallback if no other screen can be restored.
  private let freshRoot: Snapshot.Entry
  private(set) var top: any Screen
  private var newestVersion: String
  /// Whether anything besides the screens' states has changed since the last `save`.
  private var isChanged = false

  init(_ application: Application<Route>, _ framework: FrameworkScreens) throws {
    self.application = application
    self.framework = framework
    top = application.screen(application.root)
    entries = [
      try StackEntry(
        route: .application(try StateCoder.encode(application.root)), screen: top)
    ]
    freshRoot = entries[0].saved
    newestVersion = application.version
  }

  /// A notice about a screen that couldn't be restored completely.
  struct Loss: Hashable {
    let sentence: String
    /// Whether saving overwrites the lost data.
    var needsCopy = true
  }

  /// Builds only the topmost screen; drops and reports one that can't be built, and tries the next.
  /// With a deep link, only the screens that it shares with the session stay above the root; a
  /// session that doesn't begin with the initial routes is reduced to the common prefix.
  func restore(
    _ saved: [Snapshot.Entry], _ restoreLevel: RestoreLevel, newestVersion: String
  ) -> [Loss] {
    var losses: [Loss] = []
    self.newestVersion = newestVersion
    entries = saved.map { StackEntry($0) }
    // An earlier release may have had more screens below. Even a damaged or foreign file always
    // gets a way back to the root.
    if let root = entries.firstIndex(where: { $0.isOf(application.root) }) {
      entries.removeFirst(root)
    } else {
      entries = [StackEntry(freshRoot)] + entries.suffix(Snapshot.maximumDepth - 1)
    }
    switch restoreLevel {
    case .everything: break
    case .freshTop:
      losses.append(
        Loss(sentence: "The last start failed, so \(name(of: entries.count - 1)) starts over"))
      entries[entries.count - 1] = StackEntry(saved[saved.count - 1].withoutState)
    case .withoutTop:
      let name = name(of: entries.count - 1)
      losses.append(Loss(sentence: "The last two starts failed, so \(name) was left out"))
      entries.removeLast()
    case .rootOnly:
      losses.append(Loss(sentence: "The last three starts failed, so nothing was reopened"))
      entries = []
    }
    dropUnrequestedScreens()
    losses += buildTop()
    isChanged = false
    return losses
  }

  private func dropUnrequestedScreens() {
    guard !entries.isEmpty else { return }
    if let refused = entries.dropFirst().firstIndex(where: { !isRestorable($0) }) {
      entries.removeLast(entries.count - refused)
    }
    let shared = shared(with: requestedRoutes)
    let isUnchanged = application.deepLink.isEmpty && shared == requestedRoutes.count
    if !isUnchanged { entries.removeLast(entries.count - 1 - shared) }
  }

  /// The deep link, or the initial routes; alternative ones if the session begins with them.
  var requestedRoutes: [Route] {
    guard application.deepLink.isEmpty else { return application.deepLink }
    return application.alternativeInitialRoutes.first { shared(with: $0) == $0.count }
      ?? application.initialRoutes
  }

  /// Framework and unsupported screens always can be: they lead nowhere by themselves.
  private func isRestorable(_ entry: StackEntry) -> Bool {
    guard case .application(let json)? = entry.saved.contents?.route,
      let route = try? StateCoder.decode(Route.self, from: json)
    else { return true }
    return application.canRestore(route)
  }

  /// The length of the common prefix of these routes and the screens above the root.
  private func shared(with routes: [Route]) -> Int {
    zip(entries.dropFirst(), routes).prefix { $0.isOf($1) }.count
  }

  /// Returns true if any of them wasn't open yet. Throws as `push` does.
  func open(_ routes: [Route]) throws -> Bool {
    let missing = routes.dropFirst(shared(with: routes))
    for route in missing { try push(route) }
    return !missing.isEmpty
  }

  var topRoute: Route? {
    guard case .application(let json)? = entries.last?.saved.contents?.route else { return nil }
    return try? StateCoder.decode(Route.self, from: json)
  }

  var screenBelow: (any Screen)? { entries.dropLast().last?.screen }

  /// Builds the screen below the topmost one if it stays visible. If that fails, `pop` tries again.
  func buildBelow() {
    guard entries.count > 1, top.promptRows(columns: 80) != nil else { return }
    let index = entries.count - 2
    _ = try? entries[index].build(application, framework)
  }

  func isOnTop(_ route: Route) -> Bool {
    entries[entries.count - 1].isOf(route)
  }

  func loading(of screen: any Screen) -> StackEntry.Loading? {
    entries.last { $0.screen === screen }?.loading
  }

  func note(_ loading: StackEntry.Loading, of screen: any Screen) {
    guard let index = entries.lastIndex(where: { $0.screen === screen }) else { return }
    entries[index].loading = loading
  }

  func noteOutdated(_ route: Route) {
    for index in entries.indices where entries[index].screen != nil && entries[index].isOf(route) {
      entries[index].isOutdated = true
    }
  }

  private func name(of index: Int) -> String {
    let title = entries[index].title
    return title.isEmpty ? "a screen" : "“\(title)”"
  }

  var depth: Int { entries.count }

  /// Opens a screen. If it throws `RouteRefusal` or `EncodingError`, the stack is unchanged.
  func push(_ route: any AppRoute) throws {
    guard entries.count < Snapshot.maximumDepth else { throw RouteRefusal.full }
    let screen: any Screen
    let saved: SavedRoute
    if let route = route as? FrameworkRoute {
      saved = .framework(try StateCoder.encode(route))
      screen = framework.screen(route)
    } else if let route = route as? Route {
      saved = .application(try StateCoder.encode(route))
      screen = application.screen(route)
    } else {
      throw RouteRefusal.foreign("\(type(of: route))")
    }
    entries.append(try StackEntry(route: saved, screen: screen))
    top = screen
    isChanged = true
  }

  func pop() -> [Loss] {
    guard entries.count > 1 else { return [] }
    entries.removeLast()
    isChanged = true
    return buildTop()
  }

  /// Updates the entries; returns true if anything has changed since the last save.
  func save() throws -> Bool {
    // Tasks of covered screens continue and change their state.
    for index in entries.indices where try entries[index].save() { isChanged = true }
    defer { isChanged = false }
    return isChanged
  }

  /// Builds the last entry that can be built as the topmost screen; returns what was lost.
  private func buildTop() -> [Loss] {
    var losses: [Loss] = []
    while true {
      if entries.isEmpty { entries = [StackEntry(freshRoot)] }
      let last = entries.count - 1
      let name = entries[last].title.isEmpty ? "A screen" : name(of: last)
      do {
        let lostKeys = try entries[last].build(application, framework)
        if !lostKeys.isEmpty {
          losses.append(
            Loss(sentence: "\(name) came back without \(lostKeys.joined(separator: ", "))"))
        }
        if entries[last].isFromLaterRelease {
          losses.append(
            Loss(
              sentence: "\(name) was saved by a newer version; what this one doesn't know is kept",
              needsCopy: false))
        }
        if let screen = entries[last].screen { top = screen }
        return losses
      } catch {
        if ReleaseNumber(newestVersion) > ReleaseNumber(application.version) {
          let screen = UnsupportedScreen(
            title: entries[last].title, newerVersion: newestVersion, release: application.version)
          entries[last].show(screen)
          top = screen
          return losses
        }
        losses.append(Loss(sentence: "\(name) couldn't be reopened"))
        // This process encoded the fresh root itself. If it can't be decoded, stay with the screen
        // that is built.
        if entries[last].saved == freshRoot { return losses }
        entries.removeLast()
        isChanged = true
      }
    }
  }
}

/// Why a screen isn't opened.
enum RouteRefusal: Error {
  case full
  /// The route is neither the application's nor the framework's.
  case foreign(String)

  var sentence: String {
    switch self {
    case .full: "No more screens can be opened. Go back first."
    case .foreign(let type):
      "This application has no screen for \(type): a bug in the application."
    }
  }
}
