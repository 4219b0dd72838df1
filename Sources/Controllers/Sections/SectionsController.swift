import Restoration
public import Screens
public import Terminals

/// A screen about a single object, divided into sections. A fixed banner is at the top, and below
/// it a bar from which the user selects the section to show.
///
/// Each section is a child screen, usually a list or a detail. A screen with a single section has
/// no bar.
@MainActor public final class SectionsController: Screen {
  public var state = SectionsState()

  private let sections: [ScreenSection]
  private let extraBindings: @MainActor () -> [KeyBinding]
  let configuration: LoadConfiguration<Banner>
  let loader = Loader<Banner>()
  private var isBannerLoaded = false
  private var childScreens: [String: ChildScreen] = [:]
  /// The sections whose load has ended, successfully or not.
  private var loadedIDs: Set<String> = []

  /// Creates a screen with at least one section.
  ///
  /// ```swift
  /// SectionsController(
  ///   title: id, sections: [ScreenSection("visits", title: "Visits") { VisitsScreen(id: id) }],
  ///   banner: { load in load.show(try await server.banner(of: id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the banner is loaded.
  ///   - provenance: The source and status of the banner's data, shown until a load passes another
  ///     provenance.
  ///   - sections: The sections in the order of the bar, at least one. Each is built when it is
  ///     first shown.
  ///   - refreshInterval: The number of seconds between automatic reloads of banner and section; a
  ///     section's shorter interval has priority. With `nil`, the section's interval applies,
  ///     and certain failed loads are retried.
  ///   - bindings: Key bindings that the application adds to all sections. Evaluated whenever the
  ///     bindings are read.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker, except for the visible section's own prompts. The section receives the result,
  ///     too.
  ///   - banner: Loads and shows the banner, in any number of steps. If it throws, the error is
  ///     shown and the previous banner stays.
  public init(
    title: String, provenance: Provenance? = nil, sections: [ScreenSection],
    refreshInterval: Int? = nil,
    bindings: @autoclosure @escaping @MainActor () -> [KeyBinding] = [],
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    banner: @escaping @MainActor (Load<Banner>) async throws -> Void
  ) {
    precondition(!sections.isEmpty, "A screen of sections needs one.")
    self.sections = sections
    extraBindings = bindings
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: [],
      refreshInterval: { refreshInterval }, onResult: onResult, source: banner)
  }

  private var banner: Banner? { loader.content }
  /// The error of the banner, unless the section shows the same.
  private var problem: StatusMessage? {
    guard let problem = state.problem else { return nil }
    let childProblem = (childScreen.screen as? any ErrorReporting)?.problem
    return childProblem?.text == problem.text ? nil : problem
  }
  public var title: String { banner?.title ?? configuration.title }
  public var subtitle: String? { childScreen.screen.subtitle }
  public var isTyping: Bool { childScreen.screen.isTyping }
  public var activity: String? { loader.activity ?? childScreen.screen.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(
      [configuration.refreshInterval(), childScreen.screen.refreshInterval].compactMap(\.self)
        .min(),
      from: configuration.provenance)
  }

  /// The source and status of the selected section's data. If the banner's data isn't current, or
  /// the section has no provenance, those of the banner's data.
  public var provenance: Provenance? {
    var childProvenance = childScreen.screen.provenance
    guard childProvenance == nil || loader.isOld else {
      if let timestamp = childProvenance?.timestamp,
        let bannerTimestamp = loader.provenance?.timestamp
      {
        childProvenance?.timestamp = min(timestamp, bannerTimestamp)
      }
      return childProvenance
    }
    var provenance = loader.provenance(configuration.provenance)
    // The banner's LIVE must not be shown above a section that failed.
    if childProvenance == nil, let failure = (childScreen.screen as? any ErrorReporting)?.failure {
      provenance?.dataStatus = failure
    }
    return provenance
  }

  // MARK: Sections

  private var currentIndex: Int { sections.firstIndex { $0.id == state.sectionID } ?? 0 }

  private var childScreen: ChildScreen {
    let section = sections[currentIndex]
    if let known = childScreens[section.id] { return known }
    let made = ChildScreen(section.screen(), resuming: state.sections[section.id])
    childScreens[section.id] = made
    return made
  }

  private func show(_ index: Int, _ navigator: Navigator) {
    state.sectionID = sections[index].id
    guard loadedIDs.contains(sections[index].id) else {
      return navigator.run(.loading) { await self.load(.appear, navigator) }
    }
    // The window size may have changed since the section was visible.
    let size = childSize(navigator.size)
    _ = childScreen.screen.handle(.resize(size), inner(navigator))
  }

  public func encodeState() -> SectionsState {
    var saved = state
    for (id, child) in childScreens { saved.sections[id] = child.save() }
    return saved
  }

  public func restoreState(_ state: SectionsState) {
    self.state = state
    childScreens = [:]
    loadedIDs = []
    isBannerLoaded = false
  }

  // MARK: Data

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let id = sections[currentIndex].id
    if loadReason != .appear {
      dropSections(besides: id)
      isBannerLoaded = false
    }
    let navigator = navigator.openingOnce
    let screen = childScreen.screen
    if loadReason == .timer, isAway {
      // A single request checks whether the source is available again.
      await loadBanner(loadReason, navigator)
      if loader.failure != .offline { await screen.load(loadReason, inner(navigator)) }
    } else {
      // The section's notices, such as “Refreshed.”, only apply to the whole screen once the banner
      // has loaded.
      let heldNotices = HeldNotices()
      await Navigator.together(
        { await self.loadBanner(loadReason, navigator) },
        {
          await screen.load(
            loadReason,
            inner(loadReason == .userRefresh ? heldNotices.holding(for: navigator) : navigator)
          )
        })
      if loader.failure == nil, !Task.isCancelled { heldNotices.say(navigator) }
    }
    if !Task.isCancelled { loadedIDs.insert(id) }
  }

  /// A refresh makes them outdated, and responses for all would add up. Each is rebuilt when shown.
  private func dropSections(besides id: String) {
    for (other, child) in childScreens where other != id { state.sections[other] = child.save() }
    childScreens = childScreens.filter { $0.key == id }
    loadedIDs = []
  }

  /// Whether the last load of the banner or the section found the source offline.
  private var isAway: Bool {
    loader.failure == .offline || (childScreen.screen as? any ErrorReporting)?.failure == .offline
  }

  private func loadBanner(_ loadReason: LoadReason, _ navigator: Navigator) async {
    guard !isBannerLoaded else { return }
    // The section shows the notice.
    let outcome = await loadContent(loadReason, navigator, notice: nil)
    if case .loaded = outcome { isBannerLoaded = true }
  }

  /// Reloads the banner from the cache, and the section if its load was still running.
  private func reloadBanner(_ navigator: Navigator) async {
    isBannerLoaded = false
    guard loadedIDs.contains(sections[currentIndex].id) else {
      return await load(.appear, navigator)
    }
    await loadBanner(.appear, navigator)
  }

  /// A load by the section replaces the running one, but the banner's load continues.
  private func inner(_ navigator: Navigator) -> Navigator {
    navigator.childNavigator(size: childSize(navigator.size)) {
      await self.loadBanner(.appear, navigator)
    }
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    let own = childScreen.screen.bindings
    guard !childScreen.screen.isTyping, sections.count > 1 else {
      return childScreen.screen.isTyping ? own : own + extraBindings()
    }
    let count = sections.count
    var all = [
      KeyBinding(.tab, label: "section", help: "Go to the next section") {
        self.show((self.currentIndex + 1) % count, $0)
      },
      KeyBinding(.backTab, help: "Go to the previous section") {
        self.show((self.currentIndex + count - 1) % count, $0)
      },
    ]
    for (index, section) in sections.prefix(9).enumerated() {
      let key = Key.character(Character(String(index + 1)))
      all.append(KeyBinding(key, help: "Go to \(section.title)") { self.show(index, $0) })
    }
    return own + extraBindings() + all
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    let top = childRow(navigator.size)
    guard let inside = event.forChild(below: top) else {
      if case .mouse(let mouse) = event { click(mouse.position, navigator) }
      return .handled
    }
    if childScreen.screen.handle(inside, inner(navigator)) == .handled { return .handled }
    return childScreen.screen.isTyping ? .ignored : bindings.perform(event, navigator)
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    switch result {
    case .recovered: navigator.refresh()
    case .cacheChanged: navigator.run(.loading) { await self.reloadBanner(navigator) }
    default:
      childScreen.screen.receive(result, inner(navigator))
      let isOfChild = (childScreen.screen as? any ResultOwning)?.isOwn(result) == true
      if !isOfChild { configuration.onResult(result, navigator) }
    }
  }

  private func click(_ position: Position, _ navigator: Navigator) {
    guard sections.count > 1, position.row == childRow(navigator.size) - 1,
      let index = bar(navigator.size).index(at: position.column)
    else { return }
    show(index, navigator)
  }

  // MARK: Drawing

  private func bannerRows(_ size: Size) -> Int { size.rows < 14 ? 3 : 5 }

  /// Lays the banner out. On a small screen it may use one more line to show all vital phrases.
  private func layout(_ banner: Banner, _ size: Size) -> BannerLayout {
    let rows = bannerRows(size)
    let usual = BannerLayout(banner, columns: size.columns, rows: rows)
    return usual.isWhole
      ? usual : BannerLayout(banner, columns: size.columns, rows: max(rows, 4))
  }

  private func bannerLines(_ size: Size) -> [[BannerLayout.Piece]] {
    if let banner {
      var lines = layout(banner, size).lines
      if let problem { lines += pieces(of: problem, rows: 1, size) }
      return lines
    }
    if state.problem != nil, problem == nil { return [] }
    guard let problem else {
      return [[.init(column: 1, text: "Loading…", style: .secondary, limit: size.columns)]]
    }
    return pieces(of: problem, rows: bannerRows(size), size)
  }

  private func pieces(of problem: StatusMessage, rows: Int, _ size: Size) -> [[BannerLayout.Piece]]
  {
    problem.lines(width: size.columns - 2, rows: rows).map {
      [.init(column: 1, text: $0.text, style: $0.style, limit: size.columns - 2)]
    }
  }

  private func bar(_ size: Size) -> SectionBar {
    SectionBar(sections.map(\.title), current: currentIndex, columns: size.columns)
  }

  private func childRow(_ size: Size) -> Int {
    bannerLines(size).count + (sections.count > 1 ? 1 : 0)
  }

  private func childSize(_ size: Size) -> Size {
    Size(rows: size.rows - childRow(size), columns: size.columns)
  }

  public func draw(in canvas: inout Canvas) {
    let lines = bannerLines(canvas.size)
    for (row, line) in lines.enumerated() {
      for piece in line {
        canvas.write(
          piece.text, row: row, column: piece.column, style: piece.style, limit: piece.limit)
      }
    }
    if sections.count > 1 {
      bar(canvas.size).draw(current: currentIndex, row: lines.count, in: &canvas)
    }
    let top = childRow(canvas.size)
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { childScreen.screen.draw(in: &$0) }
  }
}

extension SectionsController: ContentLoading {}

extension SectionsState: ErrorPresenting {}
