import Restoration
import Values

/// One place on the stack: its route, its screen once that is built, and its bytes in the snapshot.
@MainActor struct StackEntry {
  /// The title that the breadcrumb shows while the screen isn't built.
  private(set) var title: String
  private(set) var saved: Snapshot.Entry
  private(set) var screen: (any Screen)?
  private var route: SavedRoute?
  /// The state that `saved` was made from.
  private var savedState: (any RestorableState)?
  /// The parts of the entry that a later release wrote, and that this one only hands on.
  private var later = UnknownFields()
  /// True if the screen only stands for one that this release can't show.
  private var isPlaceholder = false
  /// The work that goes on for the screen until it is closed: loading, most often.
  private var work: [WorkName: Task<Void, Never>] = [:]

  var loading = Loading.notBegun { didSet { if loading.isUnderWay { isOutdated = false } } }
  /// True if the data have changed since they were last asked for.
  var isOutdated = false

  /// The progress of loading the screen's data.
  enum Loading: Hashable {
    case notBegun
    /// The load of a number: another may take its place.
    case underWay(Int)
    /// The data are there since this moment, in seconds since 1970.
    case done(Int)

    var isUnderWay: Bool { if case .underWay = self { true } else { false } }
  }

  /// A later release's part of an entry.
  private struct UnknownFields {
    var stateVersion = 0
    var keys: [JSON.Member] = []
    var stateKeys: [JSON.Member] = []
  }

  /// Creates an entry from a snapshot, with no screen yet.
  init(_ saved: Snapshot.Entry) {
    self.saved = saved
    title = StackEntry.fitting(saved.contents?.title ?? "")
  }

  /// Creates an entry for a screen that was just opened. Throws `EncodingError` if its state can't be saved.
  init(route: SavedRoute, screen: any Screen) throws {
    self.route = route
    self.screen = screen
    title = ""
    saved = Snapshot.Entry(bytes: [])
    _ = try save(screen)
  }

  /// Tells whether a route leads to this place, as the routes themselves compare: what they don't compare, such as a file's state, may have
  /// changed since it was saved.
  func isOf<Route: AppRoute>(_ route: Route) -> Bool {
    guard case .application(let json)? = self.route ?? saved.contents?.route else { return false }
    return (try? StateCoder.decode(Route.self, from: json)) == route
  }

  var isHelp: Bool { isFramework("help") }
  var isMessages: Bool { isFramework("messages") || isFramework("log") }

  /// True if the screen is one of those that every application has.
  var isFramework: Bool { if case .framework = route { true } else { false } }

  private func isFramework(_ name: String) -> Bool {
    guard case .framework(let json) = route else { return false }
    return json[name] != nil
  }

  /// The number of answers to choose from, if this is a picker; otherwise 0.
  var choiceCount: Int {
    guard case .framework(let json) = route else { return 0 }
    return json["picker"]?["_0"]?["choices"]?.array?.count ?? 0
  }

  /// Builds the screen and restores its state.
  ///
  /// Returns the keys of the state that were lost, or throws `DecodingError` if the route means nothing here.
  mutating func build<Route: AppRoute>(
    _ application: Application<Route>, _ framework: FrameworkScreens
  ) throws -> [String] {
    guard screen == nil else { return [] }
    guard let contents = saved.contents else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "a screen of the session can't be read"))
    }
    route = contents.route
    switch contents.route {
    case .application(let json):
      screen = application.screen(try StateCoder.decode(Route.self, from: json))
    case .framework(let json):
      screen = framework.screen(try StateCoder.decode(FrameworkRoute.self, from: json))
    }
    guard let screen else { return [] }
    return restore(screen, contents)
  }

  /// Shows that the place is there, and leaves its bytes as they are.
  mutating func show(_ placeholder: any Screen) {
    screen = placeholder
    isPlaceholder = true
  }

  /// True if a later release has saved more here than this one understands.
  var isFromLaterRelease: Bool { later.stateVersion > 0 }

  private mutating func restore<S: Screen>(_ screen: S, _ contents: Snapshot.Entry.Contents)
    -> [String]
  {
    let saved = S.migrations.bringUpToDate(contents.state, from: contents.stateVersion)
    let (state, lostKeys, unknown) = StateCoder.restore(S.State.self, from: saved)
    if contents.stateVersion > S.stateVersion {
      later = UnknownFields(
        stateVersion: contents.stateVersion, keys: contents.others, stateKeys: unknown)
    }
    guard !screen.asksForConsent else { return [] }
    screen.restoreState(state)
    savedState = screen.encodeState()
    return lostKeys
  }

  /// Encodes the screen if its state or title differs from what was saved; returns true if it did.
  mutating func save() throws -> Bool {
    guard let screen, !isPlaceholder else { return false }
    return try save(screen)
  }

  private mutating func save<S: Screen>(_ screen: S) throws -> Bool {
    let state = screen.asksForConsent ? S.State() : screen.encodeState()
    let title = screen.title
    if title == self.title, let savedState = savedState as? S.State, savedState == state {
      return false
    }
    guard let route else { return false }
    var encoded = try StateCoder.encode(state)
    for member in later.stateKeys { encoded[member.key] = member.value }
    saved = Snapshot.Entry(
      route: route, title: StackEntry.fitting(title),
      stateVersion: max(S.stateVersion, later.stateVersion), state: encoded, others: later.keys)
    savedState = state
    self.title = title
    return true
  }

  /// A title that is quick to measure, whatever a file says.
  private static func fitting(_ title: String) -> String {
    // Nearly always; and it is asked before every paint.
    if title.utf8.count <= 200 { return title }
    return String(String.UnicodeScalarView(title.prefix(200).unicodeScalars.prefix(2_000)))
  }
}

extension StackEntry {
  /// Takes the place of work of the same name.
  mutating func setWork(_ name: WorkName, _ task: Task<Void, Never>) {
    cancelWork(name)
    work[name] = task
  }

  mutating func cancelWork(_ name: WorkName) { work.removeValue(forKey: name)?.cancel() }

  func cancelWork() { for task in work.values { task.cancel() } }
}
