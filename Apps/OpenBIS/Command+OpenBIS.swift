import Accounts
import FoundationEssentials
import Glibc
import Reprise

extension Command {
  static let list = listing(
    "list",
    .oneAtMost(
      "[ID]", takes: "one id",
      advice: "Quote an id with blanks: openbis list 'P08908 (5HT_TARGET)'."),
    help: "print the entities of the first level, or those below one", json: ownKeys
  ) { id, arguments in
    let source = try await CommandSource.opened(arguments)
    guard let id else {
      let (root, footer) = try await source.fetch { try await $0.root() }
      return try rows(root.entities, unreadable: root.unreadableCount, notes: [footer])
    }
    let (family, footer) = try await source.find(id) { try await $0.family(of: $1) }
    return try rows(
      family.children, unreadable: family.unreadableCount,
      notes: [
        family.undescribed == 0
          ? nil : "\(family.undescribed.grouped) more are named, but not described.", footer,
      ])
  }

  static let show = showing(
    "show", .one("ID", needs: "the id of one entity", advice: "“openbis list” shows them."),
    help: "print one entity in full", json: ownKeys
  ) { id, arguments in
    let source = try await CommandSource.opened(arguments)
    let ((entity, children), footer) = try await source.find(id) { client, id in
      let entity = try await client.detail(of: id)
      return (entity, await client.allChildren(of: entity))
    }
    // The note already says that a stored entity may be outdated.
    let exitCode: ExitCode = entity.lastSeen == nil ? .success : .data
    return Shown(json: entity.rawJSON, note: footer, exitCode: exitCode) {
      Detail(entity, children)
    }
  }

  static let search = listing(
    "search",
    .text(
      "TEXT", needs: "a text of \(EntitySearch.minimumLength) characters and more",
      advice: "For example: openbis search binding --unplugged.",
      isEnough: { EntitySearch($0).isLongEnough }),
    help: "print what the server finds", json: ownKeys
  ) { text, arguments in
    let search = EntitySearch(text)
    let source = try await CommandSource.opened(arguments)
    let (found, footer) = try await source.fetch { try await $0.search(search) }
    return try rows(
      found, unreadable: found.unreadableCount,
      notes: [found.isEmpty ? "Nothing matches \(search.sent)." : found.omittedNote, footer],
      matchLocations: found.matchLocations)
  }

  private static let ownKeys = "as JSON, with the instance's own keys"

  private static func rows(
    _ entities: some Sequence<Entity>, unreadable: Int, notes: [String?],
    matchLocations: [ResourceID: String] = [:]
  ) throws -> Rows<EntityRow> {
    // Entities retained from earlier responses don't belong in the output.
    let current = entities.filter { $0.lastSeen == nil }
    let shown = current.map { EntityRow($0, foundIn: matchLocations[$0.id]) }
    let table = try Table(shown, columns: EntityRow.printed, id: \.id)
    let unread =
      unreadable == 0
      ? nil : "\(unreadable.counted(("row", "rows"))) of the answer can't be read, and left out."
    let note = ([unread] + notes).compactMap(\.self).joined(separator: "\n")
    return Rows(
      table, csv: EntityRow.csvColumns, note: note.isEmpty ? nil : note,
      exitCode: unreadable == 0 ? .success : .data,
      eachJSON: \.entity.rawJSON)
  }
}

@MainActor struct CommandSource {
  let client: EntityClient
  /// A stored session isn't ended.
  let endsSession: Bool
  var watch: OpenLogins.SignalWatch?

  /// At a terminal, prompts for the password.
  static func opened(_ arguments: Arguments) async throws -> CommandSource {
    if arguments.has("unplugged") {
      return CommandSource(
        client: try EntityReader.unplugged().client, endsSession: false)
    }
    let settings = try OpenBIS.settings(arguments)
    let account = try settings.requireAccount()
    let connections = Connections(
      settings, OpenBISSession.configuration, promptsAtTerminal: true)
    // The server allows five sessions per user, so a stored session is reused.
    let vault = try await settings.vault(of: account)?
      .open(connections.connection(account).password())
    let watch = settings.openLogins.logOutAllBeforeSignals()
    let viewer = Viewer(ServerAccount(account, connections, vault: vault))
    return CommandSource(
      client: viewer.reader.client, endsSession: vault == nil, watch: watch)
  }

  /// The footer says how old a result from the offline store is.
  typealias CommandResult<Found> = (found: Found, footer: String?)

  /// Falls back to the offline store if the server can't be reached or its service fails.
  func fetch<Found>(
    _ request: @MainActor (EntityClient) async throws -> Found
  ) async throws -> CommandResult<Found> {
    do {
      let found = try await request(client)
      try await end()
      return (found, nil)
    } catch {
      // A failure to log out is ignored, because the user needs to know the first error.
      try? await end()
      guard error.hasNoResponse || error.allowsStaleResponse, let stored = client.cacheOnly(),
        let found = try? await request(stored)
      else { throw error }
      let age = stored.ages.oldest.map {
        "stored \(Timestamp(seconds: $0).minute(in: .local))"
      }
      return (found, "\(error.message) This is what was \(age ?? "stored").")
    }
  }

  private func end() async throws {
    if endsSession { try await client.source.logOut() }
  }

  func find<Found>(
    _ name: String, _ request: @MainActor (EntityClient, ResourceID) async throws -> Found
  ) async throws -> CommandResult<Found> {
    try await fetch { client in
      guard let id = try await client.find(name) else { throw EntityError.noEntity(name) }
      do {
        return try await request(client, id)
      } catch EntitySourceError.noEntity {
        throw EntityError.noEntity(name)
      }
    }
  }
}

enum EntityError: ExitCoded {
  case noEntity(String)

  var exitCode: ExitCode { .noInput }

  var errorDescription: String? {
    switch self {
    case .noEntity(let name):
      "Nothing that this user may see has the id, permId or identifier “\(name)”."
    }
  }

  var recoverySuggestion: String? {
    "“openbis search” finds entities by a part of a code or a property, and prints their ids."
  }
}
