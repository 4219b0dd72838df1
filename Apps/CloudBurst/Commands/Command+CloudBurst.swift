import Reprise

extension Command {
  /// The list without a terminal.
  static let list = Command(
    "list", help: "print the virtual systems",
    options: [
      Option("json", help: "as JSON, with the server's own keys"),
      Option("csv", help: "as comma-separated values"),
      Option("filter", .required("TEXT"), help: "those that contain a text"),
      Option("sort", .required("COLUMN[:desc]"), help: "by name, status, owner, created or id"),
    ]
  ) { arguments in
    if let operand = arguments.operands.first {
      throw UsageProblem("list takes no “\(operand)”", advice: "To filter: --filter TEXT.")
    }
    let source = try source(arguments)
    let sort = try sort(arguments)
    let list = try await source.list(true)
    let table = try Table(
      ListContent(list, source, .local).rows, columns: SystemRow.columns, sort: sort,
      filter: arguments.value("filter") ?? "", id: SystemRow.id)
    let systems = Dictionary(list.systems.map { ($0.id, $0) }) { first, _ in first }
    let text =
      if arguments.has("json") {
        JSON.array(table.arranged.compactMap { systems[$0.id]?.raw }).indented + "\n"
      } else {
        arguments.has("csv") ? table.csv : table.plain
      }
    return Output(text, note: list.skippedSummary)
  }

  /// One system without a terminal.
  static let show = Command(
    "show", operands: "ID", help: "print one virtual system",
    options: [Option("json", help: "as the server described it")]
  ) { arguments in
    guard arguments.operands.count == 1, let id = arguments.operands.first else {
      throw UsageProblem(
        "show needs the id of one system", advice: "“cloudburst list” shows the ids.")
    }
    let source = try source(arguments)
    let detail = try await source.detail(ResourceID(id), true)
    if arguments.has("json") { return Output(detail.system.raw.indented + "\n") }
    return Output(Detail(detail, source.statuses, .local).plain)
  }

  private static func source(_ arguments: Arguments) throws -> VirtualSystemSource {
    guard let source = CloudBurst.source(arguments) else { throw LiveProblem() }
    return source
  }

  private static func sort(_ arguments: Arguments) throws -> ListSort {
    guard let text = arguments.value("sort") else { return ListSort("name") }
    guard let sort = ListSort(text: text) else {
      throw UsageProblem(
        "“\(text)” is no order", advice: "Write a column, or COLUMN:desc, for example created:desc."
      )
    }
    return sort
  }
}
