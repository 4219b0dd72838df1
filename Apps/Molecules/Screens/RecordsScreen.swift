import Chemistry
import Reprise

/// Of a large or compressed file, only the visible records are read, and all of them when the
/// user filters or sorts.
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
  // Columns for the file's fields are added when its beginning has been read.
  let columns = RecordRow.columns(FieldCatalog())
  func pages() -> PagedListController<RecordRow> {
    PagedListController(
      title: file.name, columns: columns, id: \.id, noun: ("record", "records"),
      options: {
        $0.emptyText = "No records."
        $0.stableID = RecordRow.fingerprint(ofID:)
        $0.name = \.record.title
        $0.mark = \.mark
        $0.bindings = [
          KeyBinding("#", label: "number", help: "Go to a record by its number") { navigator in
            navigator.push(Route.goTo(of: file))
          }
        ]
        $0.actions = [source, openWith]
        $0.hiddenColumnIDs = []
        $0.exports = RecordExport.longExports(of: file, viewer)
      },
      source: recordPages(of: file, viewer), open: open)
  }
  func whole() -> ListController<RecordRow> {
    ListController(
      title: file.name, columns: columns, id: \.id,
      options: {
        $0.name = \.record.title
        $0.mark = \.mark
        $0.emptyText = "No records."
        $0.actions = [source, openWith]
        $0.hiddenColumnIDs = []
        $0.searchText = \.searchText
        $0.exports = RecordExport.exports(of: file, viewer)
      },
      source: { try await showRecords($0, of: file, viewer) }, open: open)
  }
  return RecordsController(file, whole: whole, pages: pages)
}

/// If there are many records, the first ones are shown early.
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
  /// The maximum size in bytes of a file whose records are all read: about two thousand molecules.
  static let wholeListLimit = 4 << 20

  static func tally(of rows: [RecordRow]) -> GroupCounts<RecordRow>? {
    guard rows.contains(where: { $0.kind != "reaction" }) else { return nil }
    return GroupCounts(["reaction", "unreadable"], plurals: ["reaction": "reactions"]) { $0.kind }
  }
}

/// The result scrolls the list below to the record.
@MainActor func goToScreen() -> any Screen {
  FormController(
    title: "Go to", fields: [.init("number", label: "Number", placeholder: "e.g. 900000")],
    buttons: [
      FormButton("go", title: "Go", needsFields: true) { input, navigator in
        guard let number = recordNumber(input.texts["number"] ?? "") else {
          return FormButton.Outcome(
            report: StatusMessage("Enter a whole number, counted from 1."), nextID: "number")
        }
        navigator.returnResult(.row(number: number))
        return FormButton.Outcome()
      }
    ],
    submitID: "go")
}

/// Accepts thousands separators, which groups of three digits follow: "1.5" isn't 15.
func recordNumber(_ text: String) -> Int? {
  let text = text.trimmed
  guard let sign = text.first(where: { !$0.isASCII || !$0.isNumber }) else {
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }
  let groups = text.split(separator: sign, omittingEmptySubsequences: false)
  guard ",. '’\u{A0}\u{2009}\u{202F}".contains(sign), (1...3).contains(groups[0].count),
    groups.dropFirst().allSatisfy({ $0.count == 3 }),
    groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
    let number = Int(groups.joined()), number > 0
  else { return nil }
  return number
}
