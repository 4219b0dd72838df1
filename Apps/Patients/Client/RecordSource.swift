import Accounts
import FoundationEssentials
import Reprise

typealias RecordSource = DataReader<OpenMRSClient>

extension RecordSource {
  /// The clock stands still at the day of the data's invention.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: DemoTransport(), at: .recorded),
      origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    let configuration = OpenMRSClient.configuration
    let connection = Connection(
      to: server, headers: configuration.headers, over: transport,
      refusal: configuration.refusal, now: { 0 })
    self.init(OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: "")))
  }

  /// The connection must use `configuration`. `vitals` are the concepts from config.json.
  init(
    _ connection: Connection, copies: SavedPatients? = nil,
    vitals: [String: String] = [:], now: @escaping @Sendable () -> Int = { 0 }
  ) {
    let services = OpenMRSServices(connection, vitals: vitals)
    let cachedResponses = copies.map {
      CachedResponses($0, cacheOf: connection, adapter: services.adapter, now: now)
    }
    self.init(services, SourceChain(services, cache: cachedResponses))
  }
}

extension RecordSource {
  @MainActor func latestVitalSigns(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    try await interpreted(
      client.latestVitalSigns(of: patient, isFuture: isFuture), of: patient, client)
  }

  @MainActor func vitalSignsOverTime(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    try await interpreted(client.vitalSignsOverTime(of: patient), of: patient, client)
  }

  private func interpreted(
    _ vitals: VitalSigns, of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    var vitals = vitals
    vitals.isChild = try await childhood(of: patient, client)
    vitals.isFuture = isFuture
    return vitals
  }

  private var isFuture: @Sendable (DateOrTime?) -> Bool {
    let (now, zone) = (now(), zone)
    return { $0?.isFuture(at: now, in: zone) ?? false }
  }

  /// The function returns `false` if the patient can't be loaded.
  func childhood(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> @Sendable (Timestamp?) -> Bool {
    do {
      let (patient, today, zone) = (try await client.patient(patient), today, zone)
      return { timestamp in
        patient.isChild(on: timestamp.flatMap { CalendarDate(iso: $0.date(in: zone)) } ?? today)
      }
    } catch let error where !error.cancelsRemainingRequests {
      return { _ in false }
    }
  }

  /// The clock stands still at the beginning, so that visits active then are active.
  static func recorded(_ recording: SealedRecording, zone: Zone = .local) -> RecordSource {
    let name = recording.directory.name
    let pages = RecordedPages(recording, missing: OpenMRSError.notRecorded(name))
    let connection = Connection(
      to: .recorded, headers: OpenMRSClient.configuration.headers,
      over: ReplayTransport(.recorded(pages)),
      refusal: OpenMRSClient.configuration.refusal, now: { recording.timestamp })
    let timestamp = recording.timestamp
    return RecordSource(
      client: OpenMRSClient(
        OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: recording.root))),
      origin: Provenance(.unplugged(name.count > 24 ? name.prefix(23) + "…" : name)), zone: zone,
      isRecorded: true,
      now: { Timestamp(seconds: timestamp) })
  }
}

extension SealedRecording {
  /// If the user entered only a host name, the recording begins with requests to find the root.
  fileprivate var root: String {
    guard let uri = ResourceURI("/openmrs\(OpenMRSServices.path)session") else { return "" }
    return (try? response(to: uri))?.status == 200 ? "/openmrs" : ""
  }
}
