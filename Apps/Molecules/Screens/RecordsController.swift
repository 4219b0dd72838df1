import Chemistry
import Foundation
import Reprise

/// The saved state of a file's records.
struct RecordsState: RestorableState {
  /// True if the list comes in pages, false if all records are read; nil until one of them is shown.
  var isPaged: Bool?
  /// The number of the selected record, counted from 1: its page, should the list turn to pages. The record is known by its id.
  var number: Int?
  /// The state of the list itself, in the shape of its manner; nil until it is first saved.
  var list: ChildState?
}

/// The records of a file, in one of two manners: all of them read, or in pages.
///
/// The manner is part of the state, so a list comes back with its filter, order and place whatever has become of the file meanwhile: a disk
/// may not be mounted. All records are read only of a file that is small at that moment. Where it has grown larger, the list turns to
/// pages, and keeps its state; it doesn't turn back.
@MainActor final class RecordsController: Screen {
  private let file: FileID
  private let whole: @MainActor () -> ListController<RecordRow>
  private let pages: @MainActor () -> PagedListController<RecordRow>
  private var isPaged: Bool
  private var number: Int?
  private var part: ChildScreen

  /// Creates the list in the manner that suits the file as it was when it was opened.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - whole: Makes a list of all records, read at once.
  ///   - pages: Makes a list that comes in pages.
  init(
    _ file: FileID, whole: @escaping @MainActor () -> ListController<RecordRow>,
    pages: @escaping @MainActor () -> PagedListController<RecordRow>
  ) {
    self.file = file
    self.whole = whole
    self.pages = pages
    isPaged = file.isLong
    part = ChildScreen(file.isLong ? pages() : whole(), resuming: nil)
  }

  // MARK: State

  var state: RecordsState {
    get { encodeState() }
    set { restoreState(newValue) }
  }

  func encodeState() -> RecordsState {
    if let list = part.screen as? ListController<RecordRow> {
      // While nothing is there, the number is the one that was left.
      number = list.selectedRow?.number ?? number
    }
    return RecordsState(isPaged: isPaged, number: number, list: part.save())
  }

  func restoreState(_ state: RecordsState) {
    isPaged = state.isPaged ?? isPaged
    number = state.number
    part = ChildScreen(isPaged ? pages() : whole(), resuming: state.list)
  }

  static var migrations: [Migration] {
    // Once the two manners were two screens. What a list of all records had become by then is brought up to date as it was.
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

  /// The versions of the two states when they became parts of this one.
  nonisolated private static var listVersion: Int { 4 }
  nonisolated private static var pagesVersion: Int { 2 }

  nonisolated private static func isOfPages(_ state: JSON) -> Bool { state["top"] != nil }

  // MARK: Data

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    if !isPaged, await RecordsController.isLong(file.path) {
      // Another load may have taken this one's place, and turned already.
      guard !Task.isCancelled else { return }
      if !isPaged { turnToPages() }
    }
    guard !Task.isCancelled else { return }
    await part.screen.load(loadReason, navigator)
  }

  /// Looks at the file away from the main thread: its disk may have to wake up.
  nonisolated private static func isLong(_ path: String) async -> Bool {
    FileID(path).isLong || ChemicalFile.isPacked(path)
  }

  private func turnToPages() {
    guard let list = part.screen as? ListController<RecordRow> else { return }
    var state = PagedListState()
    let saved = encodeState()
    if list.state.selectedID != nil {
      // Numbers out of a session may be any: those that can't be subtracted would trap.
      let highest = 1 << 40
      let place = min(max(1, number ?? 1), highest) - 1
      state.selectedPlace = place
      state.top = place - min(max(0, list.state.rowsAbove), place)
    }
    state.list = saved.list
    let pages = pages()
    pages.restoreState(state)
    isPaged = true
    part = ChildScreen(pages, resuming: nil)
  }

  // MARK: The list's own

  var title: String { part.screen.title }
  var subtitle: String? { part.screen.subtitle }
  var provenance: Provenance? { part.screen.provenance }
  var activity: String? { part.screen.activity }
  var bindings: [KeyBinding] { part.screen.bindings }
  var isTyping: Bool { part.screen.isTyping }
  var refreshInterval: Int? { part.screen.refreshInterval }

  func draw(in canvas: inout Canvas) { part.screen.draw(in: &canvas) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    part.screen.handle(event, navigator)
  }

  func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    part.screen.receive(answer, navigator)
  }

  func prepareToQuit() { part.screen.prepareToQuit() }
}

/// A file that has become too large to be read as a whole between two looks at it.
struct Outgrown: LocalizedError {
  let name: String
  var errorDescription: String? { "\(name) has just become too large to be read at once." }
  var recoverySuggestion: String? { "Refresh, to read the records in sight." }
}

extension FileID {
  /// True if not all records of the file are read at once: of a large one, and of one that is compressed, whose content may be of any size.
  /// It is told by the name and the size when the file was opened, not by the disk.
  var isLong: Bool {
    let byteCount = Int(stamp.prefix { $0 != "-" }) ?? 0
    return byteCount > RecordRow.wholeListLimit || contentName != name
  }
}
