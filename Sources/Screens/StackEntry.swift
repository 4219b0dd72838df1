import Core
import Restoration
import Terminals

/// One entry of the stack: its route, its screen once built, and its bytes in the snapshot.
@MainActor struct StackEntry {
  /// The title in the breadcrumb while the screen isn't built.
  private(set) var title: String
  private(set) var saved: Snapshot.Entry
  private(set) var screen: (any Screen)?
  private var route: SavedRoute?
  private var savedState: (any RestorableState)?
  /// The entry's unknown fields, which a newer release wrote and this one preserves.
  private var unknownFields = UnknownFields()
  private var isPlaceholder = false

  var loading = Loading.notBegun { didSet { if loading.isUnderWay { isOutdated = false } } }
  var isOutdated = false

  enum Loading: Hashable {
    case notBegun
    /// The number of the load, because another may replace it.
    case underWay(Int)
    /// When the data was loaded, in seconds since 1970.
    case done(Int)

    var isUnderWay: Bool { if case .underWay = self { true } else { false } }
  }

  private struct UnknownFields {
    var stateVersion = 0
    var keys: [JSON.Member] = []
    var stateKeys: [JSON.Member] = []
  }

  init(_ saved: Snapshot.Entry) {
    self.saved = saved
    title = StackEntry.fitting(saved.contents?.title ?? "")
  }

  /// Throws `EncodingError` if the screen's state can't be saved.
  init(route: SavedRoute, screen: any Screen) throws {
    self.route = route
    self.screen = screen
    title = ""
    saved = Snapshot.Entry(bytes: [])
    _ = try save(screen)
  }

  /// Uses the routes' own `==`: what that ignores, such as a file's state, may have changed.
  func isOf<Route: AppRoute>(_ route: Route) -> Bool {
    guard case .application(let json)? = self.route ?? saved.contents?.route else { return false }
    return (try? StateCoder.decode(Route.self, from: json)) == route
  }

  var isHelp: Bool { isFramework("help") }
  var isMessages: Bool { isFramework("messages") || isFramework("log") }

  var isFramework: Bool { if case .framework = route { true } else { false } }

  private func isFramework(_ name: String) -> Bool {
    guard case .framework(let json) = route else { return false }
    return json[name] != nil
  }

  var choiceCount: Int {
    guard case .framework(let json) = route else { return 0 }
    return json["picker"]?["_0"]?["choices"]?.array?.count ?? 0
  }

  /// Returns the keys of the state that were lost. Throws `DecodingError` for the route.
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

  /// Shows a placeholder and preserves the entry's bytes.
  mutating func show(_ placeholder: any Screen) {
    screen = placeholder
    isPlaceholder = true
  }

  var isFromLaterRelease: Bool { unknownFields.stateVersion > 0 }

  private mutating func restore<S: Screen>(_ screen: S, _ contents: Snapshot.Entry.Contents)
    -> [String]
  {
    let saved = S.migrations.bringUpToDate(contents.state, from: contents.stateVersion)
    let (state, lostKeys, unknown) = StateCoder.restore(S.State.self, from: saved)
    if contents.stateVersion > S.stateVersion {
      unknownFields = UnknownFields(
        stateVersion: contents.stateVersion, keys: contents.others, stateKeys: unknown)
    }
    guard !screen.asksForConsent else { return [] }
    screen.restoreState(state)
    savedState = screen.encodeState()
    return lostKeys
  }

  /// Returns true if the state or title has changed since the last save.
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
    for member in unknownFields.stateKeys { encoded[member.key] = member.value }
    saved = Snapshot.Entry(
      route: route, title: StackEntry.fitting(title),
      stateVersion: max(S.stateVersion, unknownFields.stateVersion), state: encoded,
      others: unknownFields.keys)
    savedState = state
    self.title = title
    return true
  }

  /// Truncates a title from a file, so that measuring it is always fast.
  private static func fitting(_ title: String) -> String {
    // The common case, tested before every paint.
    if title.utf8.count <= 200 { return title }
    return String(String.UnicodeScalarView(title.prefix(200).unicodeScalars.prefix(2_000)))
  }
}

/// A placeholder for an unsupported screen, which a newer release saved. Its entry stays unchanged
/// until that release opens the session again.
@MainActor final class UnsupportedScreen: Screen {
  struct State: RestorableState {}

  var state = State()
  let title: String
  private let lines: [String]

  init(title: String, newerVersion: String, release: String) {
    self.title = title
    lines = [
      "This screen was made by a newer version (\(newerVersion)).",
      "This one is \(release) and can't show it.",
      "It stays saved; Esc goes back.",
    ]
  }

  func draw(in canvas: inout Canvas) {
    for (row, line) in lines.enumerated() {
      canvas.write(
        line, row: 1 + row, column: 2, style: row == 0 ? .warning : .text,
        limit: canvas.columns - 4)
    }
  }
}
