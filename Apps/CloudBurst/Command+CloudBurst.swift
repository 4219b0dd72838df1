import Accounts
import FoundationEssentials
import Glibc
import Reprise

extension Command {
  static let list = listing(
    "list", .none(advice: "To filter: --filter TEXT."), help: "print the virtual systems",
    json: "as JSON, with the server's own keys"
  ) { _, arguments in
    let sort = try CloudBurst.order(arguments) ?? ListSort("name")
    let (list, content) = try await fetch(arguments) { appliance, viewer in
      var shown: (SystemList, ListContent<SystemRow>)?
      try await appliance.list(.userRefresh) { list, names, _ in
        shown = (list, ListContent(list, names, appliance.statuses, viewer.zone))
      }
      return shown
    }
    // Entries retained from earlier responses don't belong in the output.
    let table = try Table(
      content.rows.filter { !$0.isLastSeen }, columns: SystemRow.columns, sort: sort,
      filter: arguments.value("filter") ?? "", searchText: \.searchText, id: \.id.text)
    return Rows(
      table, csv: SystemRow.csvColumns, note: list.note,
      exitCode: list.entries.skipped.isEmpty ? .success : .data, eachJSON: \.raw)
  }

  static let show = showing(
    "show",
    .one(
      "SYSTEM|URL", needs: "the id or the name of one system",
      advice: "“cloudburst list” shows them."),
    help: "print one virtual system, by its id or name", json: "as the server described it"
  ) { operand, arguments in
    if let option = [CloudBurst.filter, CloudBurst.sort].first(where: { arguments.has($0.name) }) {
      throw UsageError(
        "show doesn't take --\(option.name)",
        advice: "“show” prints one system; “cloudburst list” takes it.")
    }
    let (system, shown, exitCode) = try await fetch(arguments) { appliance, viewer in
      let id = try await appliance.id(of: operand)
      var shown: (SystemDetail, Detail, ExitCode)?
      do {
        // Looking up the id may have requested the names already: they aren't requested twice.
        try await appliance.detail(id, .timer) { detail, _ in
          shown = (
            detail, Detail(detail, appliance.statuses, viewer.zone, appliance.origin),
            detail.skippedSummary == nil ? .success : .data
          )
        }
      } catch {
        // The output itself says that the machines couldn't be read.
        guard shown != nil else { throw error }
        shown?.2 = ExitCode(error)
      }
      return shown
    }
    // The text form shows this note among the machines.
    let note = arguments.has("json") ? system.skippedSummary ?? system.machinesProblem : nil
    return Shown(json: system.system.raw, note: note, exitCode: exitCode) { shown }
  }

  /// At a terminal, prompts for a password if the appliance requires one.
  @MainActor private static func fetch<Content>(
    _ arguments: Arguments,
    _ body: @MainActor (Appliance, Viewer) async throws -> Content?
  ) async throws -> Content {
    let settings = try CloudBurst.settings(arguments)
    try settings.requireRecordable()
    guard let origin = try CloudBurst.origin(arguments, settings) else {
      throw UsageError.noServer
    }
    let viewer = Viewer(
      Connections(settings, promptsAtTerminal: true), recording: arguments.value("unplugged"))
    do {
      guard let content = try await body(viewer.appliance(origin), viewer) else {
        throw HTTPError.cancelled
      }
      return content
    } catch let problem as HTTPError where problem.category == .invalidResponse {
      throw UnreadableResponse(
        problem, advice: "Send them the raw answer: --record DIR saves it in DIR.")
    }
  }
}

extension Appliance {
  /// Takes an id, a link or a name in any case. Throws `UsageError` if several have the name.
  fileprivate func id(of operand: String) async throws -> ResourceID {
    if let id = try DeepLink(operand)?.id { return id }
    // Most appliances have numeric ids. Fetching one doesn't need the list.
    if Int(operand) != nil {
      var isThere = false
      do {
        try await detail(ResourceID(operand), .userRefresh) { _, _ in isThere = true }
      } catch is NoSuchSystem {
        // The number may be a name.
      } catch {
        guard isThere else { throw error }
      }
      if isThere { return ResourceID(operand) }
    }
    try await list(.userRefresh) { _, _, _ in }
    let systems = known?.systems ?? []
    if let system = systems.first(where: { $0.id == ResourceID(operand) }) { return system.id }
    let exact = systems.filter { $0.title == operand }
    let named =
      exact.isEmpty ? systems.filter { $0.title.lowercased() == operand.lowercased() } : exact
    if let only = named.first, named.count == 1 { return only.id }
    guard named.isEmpty else {
      throw UsageError(
        "\(named.count) systems are named “\(operand)”",
        advice: "Name one by its id: \(named.map(\.id.text).joined(separator: ", ")).")
    }
    throw NoSystemNamed(name: operand)
  }
}

private struct NoSystemNamed: ExitCoded {
  let name: String
  var errorDescription: String? { "No system has the name or id “\(name)”." }
  var recoverySuggestion: String? { "“cloudburst list” shows the names and ids." }
  var exitCode: ExitCode { .noInput }
}

extension SystemRow {
  /// For scripts: full timestamps in UTC, and the status code, the same in every language.
  fileprivate static let csvColumns =
    columns.map(inFull) + [
      Column<SystemRow>(
        "code", heading: "CODE", width: .fixed(8), text: { $0.raw.text("currentstatus") ?? "" })
    ]

  private static func inFull(_ column: Column<SystemRow>) -> Column<SystemRow> {
    let isCreation = column.id == "created"
    guard isCreation || column.id == "updated" else { return column }
    return Column(
      column.id, heading: column.heading, width: .fixed(20),
      text: { (isCreation ? $0.createdAt : $0.updatedAt)?.iso ?? "" })
  }
}
