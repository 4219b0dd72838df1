import Foundation
import Reprise

/// The source of records.
typealias RecordSource = DataReader<OpenMRSClient>

extension RecordSource {
  /// Returns the source of the built-in patients. It is always the day on which they were invented.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: DemoServer(data: .builtIn), at: .recorded),
      origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  /// Creates a client of a server where nobody logs in.
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    let configuration = OpenMRSClient.configuration
    let connection = Connection(
      to: server, headers: configuration.headers, over: transport,
      refusal: configuration.refusal, now: { 0 })
    self.init(OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: "")))
  }

  /// Creates a client over a connection that was made with `configuration`; `copies` are those of
  /// saved patients, and `vitals` the concepts from
  /// config.json.
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
