import Foundation
import Reprise

typealias RecordSource = DataReader<OpenMRSClient>

extension RecordSource {
  /// Returns the source of the demo data. Its clock stands still at the day of their invention.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: DemoServer(data: .builtIn), at: .recorded),
      origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  /// Creates a client for a server without authentication.
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    let configuration = OpenMRSClient.configuration
    let connection = Connection(
      to: server, headers: configuration.headers, over: transport,
      refusal: configuration.refusal, now: { 0 })
    self.init(OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: "")))
  }

  /// Creates a client over a connection that uses `configuration`. `copies` are the offline copies
  /// of saved patients; `vitals` are the concepts from config.json.
  init(
    _ connection: Connection, copies: SavedPatients? = nil,
    vitals: [String: String] = [:], now: @escaping @Sendable () -> Int = { 0 }
  ) {
    let services = OpenMRSServices(connection, vitals: vitals)
    let kept = copies.map {
      CachedResponses($0, cacheOf: connection, adapter: services.adapter, now: now)
    }
    self.init(services, SourceChain(services, kept: kept))
  }
}
