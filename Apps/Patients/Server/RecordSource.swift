import Foundation
import Reprise

/// Where records come from, and how moments are written.
struct RecordSource: Sendable {
  let client: OpenMRSClient
  /// For the top line: "UNPLUGGED built-in".
  let origin: String
  let zone: Zone
  /// For what is over and what isn't.
  let now: @Sendable () -> Timestamp
}

extension RecordSource {
  /// What is read of the server, and how old it is.
  nonisolated(nonsending) func read<Value>(
    _ ask: nonisolated(nonsending) (OpenMRSClient) async throws -> Value
  ) async throws -> (value: Value, provenance: Provenance) {
    let client = OpenMRSClient(connection: client.connection)
    let value = try await ask(client)
    return (value, provenance(client.ages))
  }

  func provenance(_ ages: AnswerAges) -> Provenance {
    Provenance(origin, moment: ages.oldest ?? 0)
  }

  /// Shows what is read of the server.
  @MainActor func show<Content>(
    _ load: Load<Content>,
    _ ask: @MainActor (OpenMRSClient) async throws -> Content
  ) async throws {
    let (content, provenance) = try await read(ask)
    load.show(content, from: provenance)
  }
}

extension RecordSource {
  /// The built-in patients. It is always the day on which they were invented.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: FixtureServer(data: FixtureData.builtIn), at: .recorded),
      origin: "UNPLUGGED built-in", zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  /// A client of a server where nobody logs in.
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    self.init(
      connection: Connection(
        to: server, headers: OpenMRSClient.headers, over: transport,
        refusal: { OpenMRSProblem($0) }, now: { 0 }))
  }
}
