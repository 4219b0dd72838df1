import Reprise

extension Command {
  /// The command that prints the entities of the first level, or those below one.
  static let list = Command(
    "list", operands: "[ID]", help: "print the entities of the first level, or those below one",
    options: [json, .csv]
  ) { arguments in
    guard arguments.operands.count < 2 else {
      throw UsageProblem("list takes one id", advice: "An id with blanks: openbis list 'P08908 (5HT_TARGET)'.")
    }
    let client = try OpenBIS.reader(arguments).client
    guard let id = arguments.operands.first else {
      return try output(Array(try await client.root().entities), arguments)
    }
    let family = try await EntityProblem.finding(id) { try await client.family(of: $0) }
    let note = family.undescribed == 0
      ? nil : "\(family.undescribed.grouped) more are named, but not described."
    return try output(Array(family.children), arguments, note: note)
  }

  /// The command that prints one entity in full.
  static let show = Command(
    "show", operands: "ID", help: "print one entity in full", options: [json]
  ) { arguments in
    guard arguments.operands.count == 1, let id = arguments.operands.first else {
      throw UsageProblem("show needs the id of one entity", advice: "“openbis list” shows them.")
    }
    let client = try OpenBIS.reader(arguments).client
    let entity = try await EntityProblem.finding(id) { try await client.detail(of: $0) }
    if arguments.has("json") { return Output(entity.answer.indented + "\n") }
    return Output(Detail(entity, await client.keptChildren(of: entity)).plain)
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
    let found = try await OpenBIS.reader(arguments).client.search(search)
    return try output(
      Array(found), arguments, note: found.isEmpty ? "Nothing equals \(search.sent)." : nil)
  }

  private static let json = Option("json", help: "as JSON, with the instance's own keys")

  private static func output(
    _ entities: [Entity], _ arguments: Arguments, note: String? = nil
  ) throws -> Output {
    if arguments.has("json") {
      return Output(JSON.array(entities.map(\.answer)).indented + "\n", note: note)
    }
    let table = try Table(
      entities.map { EntityRow($0) }, columns: EntityRow.csvColumns.filter { $0.id != "state" },
      sort: .asReceived, filter: "", id: EntityRow.id)
    return try table.output(arguments, note: note, csv: EntityRow.csvColumns)
  }
}

/// A problem with an id that was typed.
enum EntityProblem: ExitCoded {
  case noEntity(String)

  var exitCode: ExitCode { .noInput }
  var errorDescription: String? {
    switch self {
    case .noEntity(let id): "There is no entity with the id “\(id)”."
    }
  }
  var recoverySuggestion: String? { "“openbis list” and “openbis search” show ids." }

  /// Asks for the entity with an id. Throws this problem if there is none.
  nonisolated(nonsending) static func finding<Found>(
    _ text: String, _ ask: nonisolated(nonsending) (ResourceID) async throws -> Found
  ) async throws -> Found {
    do {
      return try await ask(ResourceID(text))
    } catch SourceLack.noEntity {
      throw noEntity(text)
    }
  }
}
