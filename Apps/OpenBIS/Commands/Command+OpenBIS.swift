import Reprise

extension Command {
  /// The command that prints the entities of the first level, or those below one.
  static let list = Command(
    "list", operands: "[ID]", help: "print the entities of the first level, or those below one",
    options: [json, .csv]
  ) { arguments in
    guard arguments.operands.count < 2 else {
      throw UsageProblem(
        "list takes one id", advice: "Quote an id with blanks: openbis list 'P08908 (5HT_TARGET)'.")
    }
    let source = try await CommandSource.opened(arguments)
    guard let id = arguments.operands.first else {
      let root = try await source.asking { try await $0.root() }
      return try output(Array(root.entities), arguments)
    }
    let family = try await source.finding(id) { try await $0.family(of: $1) }
    return try output(
      Array(family.children), arguments,
      note: family.undescribed == 0
        ? nil : "\(family.undescribed.grouped) more are named, but not described.")
  }

  /// The command that prints one entity in full.
  static let show = Command(
    "show", operands: "ID", help: "print one entity in full", options: [json]
  ) { arguments in
    guard arguments.operands.count == 1, let id = arguments.operands.first else {
      throw UsageProblem("show needs the id of one entity", advice: "“openbis list” shows them.")
    }
    let source = try await CommandSource.opened(arguments)
    let (entity, children) = try await source.finding(id) { client, id in
      let entity = try await client.detail(of: id)
      return (entity, await client.keptChildren(of: entity))
    }
    if arguments.has("json") { return Output(entity.answer.indented + "\n") }
    return Output(Detail(entity, children).plain)
  }

  /// The command that prints what the server finds.
  static let search = Command(
    "search", operands: "TEXT", help: "print what the server finds", options: [json, .csv]
  ) { arguments in
    let search = EntitySearch(arguments.operands.joined(separator: " "))
    guard search.isLongEnough else {
      throw UsageProblem(
        "search needs a text of \(EntitySearch.minimumLength) characters and more",
        advice: "For example: openbis search binding --unplugged.")
    }
    let source = try await CommandSource.opened(arguments)
    let found = try await source.asking { try await $0.search(search) }
    return try output(
      Array(found), arguments,
      note: found.isEmpty ? "Nothing matches \(search.sent)." : found.cutWords)
  }

  private static let json = Option("json", help: "as JSON, with the instance's own keys")

  private static func output(
    _ entities: [Entity], _ arguments: Arguments, note: String? = nil
  ) throws -> Output {
    let table = try Table(
      entities.map { EntityRow($0) }, columns: EntityRow.csvColumns,
      sort: .asReceived, filter: "", id: \.id)
    return try table.output(
      arguments, note: note, csv: EntityRow.csvColumns, json: entities.map(\.answer))
  }
}
