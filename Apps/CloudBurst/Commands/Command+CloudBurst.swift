import Reprise

extension Command {
  /// The list without a terminal.
  static let list = Command(
    "list", help: "print the virtual systems",
    options: [
      Option("json", help: "as JSON, with the server's own keys"),
      Option("csv", help: "as comma-separated values"),
    ]
  ) { arguments in
    if let operand = arguments.operands.first {
      throw UsageProblem("list takes no “\(operand)”", advice: "To filter: --filter TEXT.")
    }
    let sort = try CloudBurst.order(arguments) ?? ListSort("name")
    let (list, content) = try await asked(arguments) { appliance, viewer in
      var shown: (SystemList, ListContent<SystemRow>)?
      try await appliance.list(.fresh) { list, names, _ in
        shown = (list, ListContent(list, names, appliance.statuses, viewer.zone))
      }
      return shown
    }
    let table = try Table(
      content.rows, columns: SystemRow.columns, sort: sort,
      filter: arguments.value("filter") ?? "", searched: { $0.searched }, id: SystemRow.id)
    let text =
      if arguments.has("json") {
        JSON.array(table.arranged.map(\.raw)).indented + "\n"
      } else {
        arguments.has("csv") ? table.csv : table.plain
      }
    return Output(text, note: list.note)
  }

  /// One system without a terminal.
  static let show = Command(
    "show", operands: "ID", help: "print one virtual system",
    options: [Option("json", help: "as the server described it")]
  ) { arguments in
    guard arguments.operands.count == 1, let operand = arguments.operands.first else {
      throw UsageProblem(
        "show needs the id of one system", advice: "“cloudburst list” shows the ids.")
    }
    let id = DeepLink(operand).flatMap { $0.id } ?? ResourceID(operand)
    let (detail, text) = try await asked(arguments) { appliance, viewer in
      var shown: (SystemDetail, String)?
      try await appliance.detail(id, .fresh) { detail, _ in
        let text = Detail(detail, appliance.statuses, viewer.zone, appliance.origin).plain
        shown = (detail, text)
      }
      return shown
    }
    return Output(arguments.has("json") ? detail.system.raw.indented + "\n" : text)
  }

  /// What an appliance says; at a terminal the person is asked for a password that it wants.
  @MainActor private static func asked<Content>(
    _ arguments: Arguments,
    _ ask: @MainActor (Appliance, Viewer) async throws -> Content?
  ) async throws -> Content {
    let settings = try CloudBurst.settings(arguments)
    guard let origin = try CloudBurst.origin(arguments, settings) else {
      throw UsageProblem(
        "it isn't said whose systems are meant",
        advice: "Name a server and a user, --server URL --user NAME, or take --unplugged.")
    }
    let viewer = Viewer(
      Connections(settings, promptsAtTerminal: true), recording: arguments.value("unplugged"))
    guard let content = try await ask(viewer.appliance(origin), viewer) else {
      throw HTTPProblem.cancelled
    }
    return content
  }
}
