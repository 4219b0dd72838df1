import Foundation
import Reprise

/// The entities for a command, and the end of what was begun to get them.
@MainActor struct CommandSource {
  let client: EntityClient
  /// True if the server's session is given back when the command is done, because nothing of it is kept here.
  let endsSession: Bool
  /// True if a server is asked.
  let asksServer: Bool
  /// Gives the session back if a signal ends the command.
  var watch: OpenLogins.SignalWatch?

  /// Opens what the arguments name: the demo data, or a server, with what is kept of it. At a terminal the person is asked for the password.
  static func opened(_ arguments: Arguments) async throws -> CommandSource {
    if arguments.has("unplugged") {
      return CommandSource(
        client: try EntityReader.unplugged().client, endsSession: false, asksServer: false)
    }
    let settings = try OpenBIS.settings(arguments)
    let account = try settings.requireAccount()
    let connections = Connections(
      settings, OpenBISSession.configuration, promptsAtTerminal: true)
    // A user has five sessions: the one that is kept is used again.
    let vault = try await settings.vault(of: account)?
      .open(connections.connection(account).password())
    let watch = settings.openLogins.giveBackBeforeSignals()
    let viewer = Viewer(ServerAccount(account, connections, vault: vault))
    return CommandSource(
      client: viewer.reader.client, endsSession: vault == nil, asksServer: true, watch: watch)
  }

  /// An answer for a command, and a sentence about its age if it isn't the server's latest.
  typealias Answered<Found> = (found: Found, footer: String?)

  /// Asks the server, and gives the session back where nothing of it is kept. If the server can't
  /// be reached, or its service fails, what was stored earlier is the answer.
  func asking<Found>(
    _ ask: @MainActor (EntityClient) async throws -> Found
  ) async throws -> Answered<Found> {
    do {
      let found = try await ask(client)
      try await end()
      return (found, nil)
    } catch {
      // The session's end is a second failure, and the first one is what the user needs to know.
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

  /// Asks about the entity that a user names by an id, a permId or an identifier. Throws
  /// `EntityError` if there is none.
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

/// A problem with an id that was typed.
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
