import Restoration

/// The open screens, the root at the bottom. Only the one on top is ever drawn.
@MainActor final class ScreenStack<Route: AppRoute> {
  private let application: Application<Route>
  private let framework: FrameworkScreens
  private(set) var entries: [StackEntry]
  /// The root as it is in the beginning: the last resort if nothing else can come back.
  private let freshRoot: Snapshot.Entry
  /// The screen on top.
  private(set) var top: any Screen
  /// The version of the newest release that wrote the resumed session.
  private var newestVersion: String
  /// True if anything but the screens' states differs from what the last `save` brought up to date.
  private var isChanged = false

  /// Creates a stack with nothing but the root.
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

  /// A sentence about something that didn't come back as it was.
  struct Loss: Hashable {
    let sentence: String
    /// True if saving overwrites what is lost.
    var needsCopy = true
  }

  /// Takes over a snapshot's entries. Only the top one is built; one that can't be is left out and named, and the next is tried.
  ///
  /// After failed starts less is taken over: the top one without its state, all but the top one, or none. A screen that the application
  /// doesn't admit is left out with all above it. If screens are to be opened, only those of them that the session has stay above the root;
  /// otherwise a session that doesn't begin with the application's home keeps only the part of that home that it has.
  func restore(
    _ saved: [Snapshot.Entry], _ restoreLevel: RestoreLevel, newestVersion: String
  ) -> [Loss] {
    var losses: [Loss] = []
    self.newestVersion = newestVersion
    entries = saved.map { StackEntry($0) }
    // An earlier release may have begun further below. Whatever else a damaged or foreign file says: there is always a way back to
    // the root.
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
      losses.append(Loss(sentence: "The last three starts failed, so this is the beginning"))
      entries = []
    }
    leaveOutWhatIsNotAsked()
    losses += buildTop()
    isChanged = false
    return losses
  }

  /// Leaves out the screens that the application doesn't admit, and those that lead elsewhere than this start is asked to.
  private func leaveOutWhatIsNotAsked() {
    guard !entries.isEmpty else { return }
    if let refused = entries.dropFirst().firstIndex(where: { !isAdmitted($0) }) {
      entries.removeLast(entries.count - refused)
    }
    let shared = shared(with: asked)
    let isKept = application.opening.isEmpty && shared == asked.count
    if !isKept { entries.removeLast(entries.count - 1 - shared) }
  }

  /// The screens that this start has above the root: those that are to be opened, or the home; one of the other homes where the session
  /// begins with that.
  var asked: [Route] {
    guard application.opening.isEmpty else { return application.opening }
    return application.alternativeInitialRoutes.first { shared(with: $0) == $0.count }
      ?? application.home
  }

  /// Tells whether the application admits an entry. A screen of the framework's, or one that this release doesn't know, always is: it leads
  /// nowhere by itself.
  private func isAdmitted(_ entry: StackEntry) -> Bool {
    guard case .application(let json)? = entry.saved.contents?.route,
      let route = try? StateCoder.decode(Route.self, from: json)
    else { return true }
    return application.canRestore(route)
  }

  /// The number of these screens that are open above the root already, in this order.
  private func shared(with routes: [Route]) -> Int {
    zip(entries.dropFirst(), routes).prefix { $0.isOf($1) }.count
  }

  /// Opens the screens that aren't open yet, each on top of the one before; returns true if there were any. Throws as `push` does.
  func open(_ routes: [Route]) throws -> Bool {
    let missing = routes.dropFirst(shared(with: routes))
    for route in missing { try push(route) }
    return !missing.isEmpty
  }

  /// The route of the screen on top; nil if that is the framework's own.
  var topRoute: Route? {
    guard case .application(let json)? = entries.last?.saved.contents?.route else { return nil }
    return try? StateCoder.decode(Route.self, from: json)
  }

  /// The screen below the one on top; nil if there is none, or if it isn't built.
  var screenBelow: (any Screen)? { entries.dropLast().last?.screen }

  /// Builds the screen below the one on top, where that leaves it in sight. One that can't be built
  /// is left for later.
  func buildBelow() {
    guard entries.count > 1, top.promptRows(columns: 80) != nil else { return }
    let place = entries.count - 2
    _ = try? entries[place].build(application, framework)
  }

  /// Tells whether the screen on top is the one that a route leads to.
  func isOnTop(_ route: Route) -> Bool {
    entries[entries.count - 1].isOf(route)
  }

  /// Tells how far a screen's data is; nil if it was closed.
  func loading(of screen: any Screen) -> StackEntry.Loading? {
    entries.last { $0.screen === screen }?.loading
  }

  /// Notes how far a screen's data is.
  func note(_ loading: StackEntry.Loading, of screen: any Screen) {
    guard let place = entries.lastIndex(where: { $0.screen === screen }) else { return }
    entries[place].loading = loading
  }

  /// Notes that the data of the built screens of a route have changed.
  func noteOutdated(_ route: Route) {
    for place in entries.indices where entries[place].screen != nil && entries[place].isOf(route) {
      entries[place].isOutdated = true
    }
  }

  private func name(of index: Int) -> String {
    let title = entries[index].title
    return title.isEmpty ? "a screen" : "“\(title)”"
  }

  var depth: Int { entries.count }

  /// True if the help is on top.
  var isHelp: Bool { entries.last?.isHelp ?? false }

  /// True if the screen on top is the framework's own: help, a picker, messages.
  var isPopup: Bool { entries.last?.isFramework ?? false }

  /// True if the messages are on top.
  var isMessages: Bool { entries.last?.isMessages ?? false }

  /// Opens a screen. Throws `RouteRefusal` and `EncodingError`, and then the top stays.
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

  /// Goes back to the screen below; from the root, nowhere.
  func pop() -> [Loss] {
    guard entries.count > 1 else { return [] }
    entries.removeLast().cancelWork()
    isChanged = true
    return buildTop()
  }

  /// Brings the entries up to date; returns true if anything differs from what was saved.
  func save() throws -> Bool {
    // Work of a covered screen goes on, and changes it.
    for place in entries.indices where try entries[place].save() { isChanged = true }
    defer { isChanged = false }
    return isChanged
  }

  /// Notes work for an open screen; for one that was closed meanwhile it is cancelled at once.
  func setWork(_ name: WorkName, of screen: any Screen, _ work: Task<Void, Never>) {
    guard let place = place(of: screen) else { return work.cancel() }
    entries[place].setWork(name, work)
  }

  func cancelWork(_ name: WorkName, of screen: any Screen) {
    if let place = place(of: screen) { entries[place].cancelWork(name) }
  }

  func cancelWork() {
    for entry in entries { entry.cancelWork() }
  }

  private func place(of screen: any Screen) -> Int? {
    entries.lastIndex { $0.screen === screen }
  }

  /// Puts the last entry that can be built on top; returns what was lost on the way.
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
            title: entries[last].title, later: newestVersion, release: application.version)
          entries[last].show(screen)
          top = screen
          return losses
        }
        losses.append(Loss(sentence: "\(name) couldn't be reopened"))
        // The fresh root was encoded by this very process. If it can't be read back, stay with the screen that is built.
        if entries[last].saved == freshRoot { return losses }
        entries.removeLast()
        isChanged = true
      }
    }
  }
}
