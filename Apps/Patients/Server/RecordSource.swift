import Foundation
import Reprise

/// Where records come from, and how moments are written.
struct RecordSource: Sendable {
  var client: OpenMRSClient
  /// For the top line: "UNPLUGGED built-in", "LIVE clinic.example.org".
  let origin: String
  let zone: Zone
  /// Whether it can become old.
  var isLive = false
  /// For what is over and what isn't.
  let now: @Sendable () -> Timestamp
  /// An error as a screen takes it: with the screen that remedies it, if there is one.
  var remediable: @MainActor @Sendable (any Error) -> any Error = { $0 }
}

extension RecordSource {
  /// The same source for one screen: what the screen has asked for it doesn't ask for again until it is refreshed.
  func forOneScreen() -> RecordSource {
    var source = self
    source.client.screen = ScreenAnswers()
    return source
  }

  /// The same source, which keeps nothing of what is answered.
  var withoutKeeping: RecordSource {
    var source = self
    source.client.screen = nil
    return source
  }

  func provenance(_ ages: AnswerAges) -> Provenance {
    let now = now().milliseconds / 1000
    let moment = ages.oldest ?? now
    guard isLive else { return Provenance(origin, moment: moment) }
    return Provenance(
      origin, staleName: "OFFLINE, as of \(zone.clockTime(moment, now: now))", moment: moment)
  }

  /// What is read of the server, and how old it is.
  @MainActor func read<Value>(
    _ ask: @MainActor (OpenMRSClient) async throws -> Value
  ) async throws -> (value: Value, provenance: Provenance) {
    let client = client.forOneLoad()
    do {
      let value = try await ask(client)
      return (value, provenance(client.ages))
    } catch {
      throw remediable(error)
    }
  }

  /// Shows what is read of the server.
  @MainActor func show<Content>(
    _ load: Load<Content>, _ ask: @MainActor (OpenMRSClient) async throws -> Content
  ) async throws {
    let (content, provenance) = try await read(ask)
    load.show(content, from: provenance)
  }

  /// Shows more and more of what is read of the server: `ask` says it when there is something to show, and at last returns all.
  ///
  /// Where there is something already, only all of it is shown: what is old but whole says more than what is new in pieces. If
  /// the server can't be asked any more, what came is shown all the same, and then the problem thrown.
  @MainActor func showInSteps<Content>(
    _ load: Load<Content>,
    _ ask: @MainActor (OpenMRSClient, (Content) -> Void) async throws -> Content
  ) async throws {
    let client = client.forOneLoad()
    do {
      let whole = try await ask(client) { part in
        if load.freshness == .cached { load.show(part, from: provenance(client.ages)) }
      }
      load.show(whole, from: provenance(client.ages))
    } catch {
      throw remediable(error)
    }
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
    let configuration = OpenMRSClient.configuration
    self.init(
      connection: Connection(
        to: server, headers: configuration.headers, over: transport,
        refusal: configuration.refusal, now: { 0 }), knowledge: ServerKnowledge(root: ""))
  }

  /// A client over a connection that was made with `configuration`.
  init(_ connection: Connection) {
    let isPathSaid = !connection.server.path.isEmpty
    self.init(
      connection: connection, knowledge: ServerKnowledge(root: isPathSaid ? "" : nil))
  }
}
