import Foundation
import Reprise

/// The source of entities for a command, and the cleanup after it.
@MainActor struct CommandSource {
  let client: EntityClient
  /// Whether to log out of the server when the command is done, because the session isn't stored.
  let endsSession: Bool
  /// Whether requests go to a server.
  let asksServer: Bool
  /// Logs out if a signal ends the command.
  var watch: OpenLogins.SignalWatch?

  /// Opens the demo data or the server that the arguments name, with the entities stored offline.
  /// At a terminal, prompts for the password.
  static func opened(_ arguments: Arguments) async throws -> CommandSource {
    if arguments.has("unplugged") {
      return CommandSource(
        client: try EntityReader.unplugged().client, endsSession: false, asksServer: false)
    }
    let settings = try OpenBIS.settings(arguments)
    let account = try settings.requireAccount()
    let connections = Connections(
      settings, OpenBISSession.configuration, promptsAtTerminal: true)
    // The server allows five sessions per user, so a stored session is reused.
    let vault = try await settings.vault(of: account)?
      .open(connections.connection(account).password())
    let watch = settings.openLogins.giveBackBeforeSignals()
    let viewer = Viewer(ServerAccount(account, connections, vault: vault))
    return CommandSource(
      client: viewer.reader.client, endsSession: vault == nil, asksServer: true, watch: watch)
  }

  /// A command's result, and a sentence on its age if it is from the offline store.
  typealias Answered<Found> = (found: Found, footer: String?)

  /// Asks the server, and logs out unless the session is stored. Falls back to the offline store if
  /// the server can't be reached or its service fails.
  func asking<Found>(
    _ ask: @MainActor (EntityClient) async throws -> Found
  ) async throws -> Answered<Found> {
    do {
      let found = try await ask(client)
      try await end()
      return (found, nil)
    } catch {
      // A failure to log out is ignored, because the user needs to know the first error.
      try? await end()
      let absence = (error as? any FetchError)?.absence
      guard error.hasNoResponse || absence == .failed, let stored = client.cacheOnly(),
        let found = try? await ask(stored)
      else { throw error }
      let age = stored.ages.oldest.map {
        "stored \(Timestamp(seconds: $0).minute(in: .local))"
      }
      return (found, "\(error.localizedDescription) This is what was \(age ?? "stored").")
    }
  }

  private func end() async throws {
    if endsSession { try await client.source.logOut() }
  }

  /// Asks about the entity with this id, permId or identifier, or throws `EntityError`.
  func finding<Found>(
    _ name: String, _ ask: @MainActor (EntityClient, ResourceID) async throws -> Found
  ) async throws -> Answered<Found> {
    try await asking { client in
      guard let id = try await client.find(name) else { throw EntityError.noEntity(name) }
      do {
        return try await ask(client, id)
      } catch SourceLack.noEntity {
        throw EntityError.noEntity(name)
      }
    }
  }
}

/// An error in an id that the user typed.
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
