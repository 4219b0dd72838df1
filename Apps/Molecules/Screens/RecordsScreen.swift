import Chemistry
import Reprise

/// The records of a file.
///
/// Those of a small file are all read; of a large one, and of one that is compressed, whose content may be of any size, only those in
/// sight, and all of them once the person filters or sorts.
@MainActor func recordsScreen(_ file: FileID, _ viewer: Viewer) -> any Screen {
  let source = RowAction<RecordRow>("y", label: "source", help: "Show the record's source text") {
    $1.push(Route.source(id: $0.record, of: file))
  }
  let openWith = RowAction<RecordRow>(
    "O", label: "open with", help: "Open the record with another program"
  ) { $1.push(Route.openWith(id: $0.record, of: file)) }
  func open(_ row: RecordRow, _ navigator: Navigator) {
    navigator.push(Route.record(id: row.record, of: file))
  }
  // The fields of the file are columns too, as soon as its beginning was read.
  let columns = RecordRow.columns(FieldCatalog())
  func pages() -> PagedListController<RecordRow> {
    PagedListController(
      title: file.name, columns: columns, id: \.id, stableID: RecordRow.fingerprint(ofID:),
      name: \.record.title, mark: \.mark,
      noun: ("record", "records"), emptyText: "No records.",
      bindings: [
        KeyBinding("#", label: "number", help: "Go to a record by its number") { navigator in
          navigator.push(Route.goTo(of: file))
        }
      ], actions: [source, openWith], hiddenColumnIDs: [],
      exports: RecordExport.longExports(of: file, viewer),
      source: recordPages(of: file, viewer), open: open)
  }
  func whole() -> ListController<RecordRow> {
    ListController(
      title: file.name, columns: columns, id: \.id, name: \.record.title, mark: \.mark,
      emptyText: "No records.", actions: [source, openWith], hiddenColumnIDs: [],
      searchText: \.searchText, exports: RecordExport.exports(of: file, viewer),
      source: { try await showRecords($0, of: file, viewer) }, open: open)
  }
  return RecordsController(file, whole: whole, pages: pages)
}

/// Shows all records of a file, and first those at its beginning if there are many.
@MainActor private func showRecords(
  _ load: Load<ListContent<RecordRow>>, of file: FileID, _ viewer: Viewer
) async throws {
  let opened = try await viewer.open(file, say: load.say)
  guard !FileID(path: file.path, stamp: opened.stamp).isLong else {
    throw Outgrown(name: file.name)
  }
  let catalog = await viewer.library.catalog(of: file.path)
  if opened.count > 100, load.acceptsPartialContent {
    let first = try await RecordRow.rows(of: opened, 0..<50, catalog: catalog, isWhole: true)
    var content = ListContent(
      beginning: first, of: opened.count, noun: ("record", "records"))
    content.columns = ListColumns(catalog, count: opened.count)
    load.show(content, moreFollows: true)
  }
  let rows = try await RecordRow.rows(
    of: opened, 0..<opened.count, catalog: catalog, isWhole: true)
  var content = ListContent(
    rows: rows, noun: ("record", "records"), tally: RecordRow.tally(of: rows),
    note: await viewer.note(opened, file))
  content.columns = ListColumns(catalog, count: opened.count)
  load.show(content)
}

/// The records of a file in pages; the progress is said while a file that has no index yet is searched.
@MainActor func recordPages(of file: FileID, _ viewer: Viewer) -> PageSource<RecordRow> {
  PageSource { request in
    let opened = try await viewer.open(file, say: request.say)
    let catalog = await viewer.library.catalog(of: file.path)
    let end = min(opened.count, request.start + request.count)
    let rows = try await RecordRow.rows(
      of: opened, min(request.start, end)..<end, catalog: catalog, isWhole: false)
    var page = ListPage(
      rows: rows, count: max(0, end - request.start), total: opened.count,
      hasMore: end < opened.count, note: await viewer.note(opened, file))
    page.columns = ListColumns(catalog, count: opened.count)
    return page
  }
}

extension Viewer {
  /// The sentence below the records of a file: that it has changed, a problem of the whole, or another kind than its name says.
  fileprivate func note(_ opened: ChemicalFile, _ file: FileID) async -> String? {
    if let change = file.change ?? opened.document?.problems.first?.description { return change }
    return await library.footer(of: file.path) ?? recentProblem
  }
}

extension ListColumns<RecordRow> {
  fileprivate init(_ catalog: FieldCatalog, count: Int) {
    self.init(RecordRow.columns(catalog, count: count), hiddenIDs: RecordRow.hiddenColumns(catalog))
  }
}

extension RecordRow {
  /// The largest file whose records are all read, in bytes: about two thousand molecules.
  static let wholeListLimit = 4 << 20

  /// The kinds of records that are counted below the list; none where all are reactions.
  static func tally(of rows: [RecordRow]) -> GroupCounts<RecordRow>? {
    guard rows.contains(where: { $0.kind != "reaction" }) else { return nil }
    return GroupCounts(["reaction", "unreadable"], plurals: ["reaction": "reactions"]) { $0.kind }
  }
}
