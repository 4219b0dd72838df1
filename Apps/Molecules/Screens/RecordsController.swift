import Chemistry
import FoundationEssentials
import Glibc
import Reprise

struct RecordsState: RestorableState {
  /// True for a list in pages, false for a list of all records; `nil` until one of them is shown.
  var isPaged: Bool?
  /// The selected record's number, from 1, which selects the page if the list switches to pages.
  /// The record itself is identified by its id.
  var number: Int?
  /// The state of the list, of the kind that `isPaged` selects; `nil` until it is first saved.
  var list: ChildState?
}

/// The records of a file, either all of them read, or in pages. The mode is part of the state, so
/// that a restored list keeps its filter, order and position even if the file can't be read. When
/// the file has grown, the list switches to pages, keeps its state, and never switches back.
@MainActor final class RecordsController: Screen {
  private let file: FileID
  private let whole: @MainActor () -> ListController<RecordRow>
  private let pages: @MainActor () -> PagedListController<RecordRow>
  private var isPaged: Bool
  private var number: Int?
  private var child: ChildScreen

  /// The mode fits the file's size when it was opened.
  init(
    _ file: FileID, whole: @escaping @MainActor () -> ListController<RecordRow>,
    pages: @escaping @MainActor () -> PagedListController<RecordRow>
  ) {
    self.file = file
    self.whole = whole
    self.pages = pages
    isPaged = file.isLong
    child = ChildScreen(file.isLong ? pages() : whole(), resuming: nil)
  }

  // MARK: State

  var state: RecordsState {
    get { encodeState() }
    set { restoreState(newValue) }
  }

  func encodeState() -> RecordsState {
    if let list = child.screen as? ListController<RecordRow> {
      // While the list is empty, the restored number is retained.
      number = list.selectedRow?.number ?? number
    }
    return RecordsState(isPaged: isPaged, number: number, list: child.save())
  }

  func restoreState(_ state: RecordsState) {
    isPaged = state.isPaged ?? isPaged
    number = state.number
    child = ChildScreen(isPaged ? pages() : whole(), resuming: state.list)
  }

  static var migrations: [Migration] {
    // The two modes were separate screens once. A list of all records runs its old migrations.
    ListController<RecordRow>.migrations.prefix(listVersion - 1).map { step in
      Migration(step.name) { state in
        if !isOfPages(state) { state = [step].bringUpToDate(state, from: 1) }
      }
    } + [
      Migration("a list of records says if it comes in pages") { state in
        let isPaged = isOfPages(state)
        guard isPaged || state["filter"] != nil else { return }
        let version = isPaged ? pagesVersion : listVersion
        // The name of a selected record was its number.
        let number = state["selectedName"]?.string.flatMap { Int($0) }
        state = .object([
          .init("isPaged", .bool(isPaged)),
          .init("number", number.map { .number(String($0)) } ?? .null),
          .init(
            "list", .object([.init("version", .number(String(version))), .init("state", state)])),
        ])
      }
    ]
  }

  /// The state versions of the two screens when they became parts of this one.
  nonisolated private static var listVersion: Int { 4 }
  nonisolated private static var pagesVersion: Int { 2 }

  nonisolated private static func isOfPages(_ state: JSON) -> Bool { state["top"] != nil }

  // MARK: Data

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    if !isPaged, await RecordsController.isLong(file.path) {
      // Another load may have replaced this one, and switched to pages already.
      guard !Task.isCancelled else { return }
      if !isPaged { turnToPages() }
    }
    guard !Task.isCancelled else { return }
    await child.screen.load(loadReason, navigator)
  }

  /// Runs off the main thread, since the file's disk may need to spin up.
  nonisolated private static func isLong(_ path: String) async -> Bool {
    FileID(path).isLong || ChemicalFile.isPacked(path)
  }

  private func turnToPages() {
    guard let list = child.screen as? ListController<RecordRow> else { return }
    var state = PagedListState()
    let saved = encodeState()
    if list.state.selectedID != nil {
      // Clamps numbers from the session, so that the subtraction can't overflow.
      let highest = 1 << 40
      let index = min(max(1, number ?? 1), highest) - 1
      state.selectedPlace = index
      state.top = index - min(max(0, list.state.rowsAbove), index)
    }
    state.list = saved.list
    let pages = pages()
    pages.restoreState(state)
    isPaged = true
    child = ChildScreen(pages, resuming: nil)
  }

  // MARK: The list's own

  var title: String { child.screen.title }
  var subtitle: String? { child.screen.subtitle }
  var provenance: Provenance? { child.screen.provenance }
  var activity: String? { child.screen.activity }
  var bindings: [KeyBinding] { child.screen.bindings }
  var isTyping: Bool { child.screen.isTyping }
  var refreshInterval: Int? { child.screen.refreshInterval }

  func draw(in canvas: inout Canvas) { child.screen.draw(in: &canvas) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    child.screen.handle(event, navigator)
  }

  func receive(_ result: ScreenResult, _ navigator: Navigator) {
    child.screen.receive(result, navigator)
  }

  func prepareToQuit() { child.screen.prepareToQuit() }
}

/// The error for a file that has become too large to be read as a whole since the list was opened.
struct Outgrown: LocalizedError {
  let name: String
  var errorDescription: String? { "\(name) has just become too large to be read at once." }
  var recoverySuggestion: String? { "Refresh, to read the records in sight." }
}

extension FileID {
  /// A compressed file can have any size. Derived from name and stamp, without disk access.
  var isLong: Bool {
    let byteCount = Int(stamp.prefix { $0 != "-" }) ?? 0
    return byteCount > RecordRow.wholeListLimit || contentName != name
  }
}
