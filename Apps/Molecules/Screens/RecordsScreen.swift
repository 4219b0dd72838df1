import Chemistry
import Reprise

/// The records of a file.
///
/// Those of a small file are all read; of a large one only those in sight, and all of them once the person filters or sorts.
@MainActor func recordsScreen(_ file: FileID, _ viewer: Viewer) -> any Screen {
  let catalog = FieldCatalog(path: file.path)
  let columns = RecordRow.columns(catalog)
  let hidden = RecordRow.hiddenColumns(catalog)
  let source = RowAction<RecordRow>("y", label: "source", help: "Show the record's source text") {
    $1.push(Route.source(id: $0.record, of: file))
  }
  let openWith = RowAction<RecordRow>(
    "O", label: "open with", help: "Open the record with another program"
  ) { $1.push(Route.openWith(id: $0.record, of: file)) }
  func open(_ row: RecordRow, _ navigator: Navigator) {
    navigator.push(Route.record(id: row.record, of: file))
  }
  guard (FileStamp(path: file.path)?.byteCount ?? 0) <= RecordRow.wholeListLimit else {
    let export = RowAction<RecordRow>("e", label: "export", help: "Write the record into a file") {
      $1.push(Route.export(id: $0.record, of: file))
    }
    return PagedListController(
      title: file.name, columns: columns, id: \.id, mark: \.mark,
      noun: ("record", "records"), emptyText: "No records.",
      bindings: [
        KeyBinding("#", label: "number", help: "Go to a record by its number") { navigator in
          navigator.push(Route.goTo(of: file))
        }
      ], actions: [source, export, openWith],
      hiddenColumnIDs: hidden,
      source: PageSource { request in
        let opened = try await viewer.open(file)
        let end = min(opened.count, request.start + request.count)
        let rows = try await RecordRow.rows(
          of: opened, min(request.start, end)..<end, catalog: catalog, isWhole: false)
        return ListPage(
          rows: rows, count: max(0, end - request.start), total: opened.count,
          hasMore: end < opened.count, note: file.change ?? viewer.recentProblem)
      }, open: open)
  }
  return ListController(
    title: file.name, columns: columns, id: \.id, mark: \.mark,
    emptyText: "No records.", actions: [source, openWith], hiddenColumnIDs: hidden,
    searched: \.searched, exports: RecordExport.exports(of: file, columns, to: viewer.folder),
    source: { load in
      let opened = try await viewer.open(file, say: load.say)
      if opened.count > 100 {
        let first = try await RecordRow.rows(of: opened, 0..<50, catalog: catalog, isWhole: true)
        load.show(
          ListContent(rows: first, noun: ("record", "records")), isContinued: true)
      }
      let rows = try await RecordRow.rows(
        of: opened, 0..<opened.count, catalog: catalog, isWhole: true)
      let notes =
        [file.change] + (opened.document?.problems ?? []).map { $0.description }
        + [viewer.recentProblem]
      load.show(
        ListContent(
          rows: rows, noun: ("record", "records"), tally: RecordRow.tally,
          note: notes.compactMap(\.self).first))
    }, open: open)
}

extension RecordRow {
  /// The largest file whose records are all read, in bytes: about two thousand molecules.
  static let wholeListLimit = 4 << 20

  /// The kinds of records that are counted below the list, if there is more than one kind.
  static let tally = Tally<RecordRow>(["reaction", "unreadable"]) { $0.kind }
}
