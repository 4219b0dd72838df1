import Accounts
import FoundationEssentials
import Glibc
import Reprise

@MainActor final class Viewer {
  /// `nil` for the demo data and a recording.
  let server: ServerAccount?
  let source: RecordSource
  let records: OfflineRecords<Patient>?
  let recorded: RecordedPatients?

  init(
    _ server: ServerAccount?, _ source: RecordSource,
    _ records: OfflineRecords<Patient>?, playing recorded: RecordedPatients? = nil
  ) {
    self.server = server
    self.source = source
    self.records = records
    self.recorded = recorded
  }

  convenience init(unplugged source: RecordSource) { self.init(nil, source, nil) }

  convenience init(playing recording: SealedRecording, zone: Zone = .local) {
    self.init(nil, .recorded(recording, zone: zone), nil, playing: RecordedPatients(recording))
  }

  /// The account's connections must use `OpenMRSClient.configuration`.
  convenience init(
    _ server: ServerAccount, zone: Zone = .local, time: WallClock = .system,
    vitals: [String: String] = [:]
  ) {
    let records = server.vault.map { OfflineRecords<Patient>($0) }
    let connection = server.connection
    let source = RecordSource(
      client: OpenMRSClient(connection, copies: records?.saved, vitals: vitals, now: time.now),
      origin: Provenance(
        .live(connection.server.name), .notRequested, isRecording: server.connections.isRecording),
      zone: zone,
      usesServer: true, now: { Timestamp(seconds: time.now()) },
      recoverable: Route.recoverable(at: connection))
    self.init(server, source, records)
  }

  var application: Application<Route> {
    var application = Application(
      "patients", title: "Patients", version: Patients.version, root: .home,
      canRestore: { $0 != .start }, banner: server?.warning, screen: screen)
    application.awaitsPassword = { [server] (_: Route, loadReason) in
      server?.awaitsPassword(loadReason) == true
    }
    return application
  }

  func screen(_ route: Route) -> any Screen {
    switch route {
    case .start, .home: homeScreen(self)
    case .find: findScreen(source, records, recorded)
    case .activeVisits: activeVisitsScreen(source)
    case .patient(let id): patientScreen(id, source.about(id), records)
    case .visit(let id, let patient): visitScreen(id, of: patient, source.about(patient))
    case .encounter(let id, let patient): encounterScreen(id, of: patient, source.about(patient))
    case .vitals(let patient): vitalsTableScreen(of: patient, source.about(patient))
    case .sign(let sign, let patient): signScreen(sign, of: patient, source.about(patient))
    case .entry(let kind, let id, let patient):
      entryScreen(kind, id, of: patient, source.about(patient))
    case .patientAnswer(let id): patientJSONScreen(id, source.about(id))
    case .encounterAnswer(let id): encounterJSONScreen(id, source)
    case .logOut: logOutScreen ?? homeScreen(self)
    case .saved: savedPatientsScreen(self)
    case .recent: recentPatientsScreen(self)
    case .recorded: recordedPatientsScreen(self)
    case .saving(let patient, let since): savingScreen(patient, since: since)
    case .removal(let patient): records?.removalScreen(of: patient) ?? homeScreen(self)
    case .unreadableAnswer:
      UnreadableResponse.screen(
        source.client.connection, from: source.origin,
        exports: TextExport(
          directory: FileManager.default.currentDirectoryPath, fileName: "answer", ending: "json",
          isInTheClear: true))
    case .password(let isRefused): server?.passwordScreen(isRefused: isRefused) ?? homeScreen(self)
    case .certificate(let unknown): server?.certificateScreen(for: unknown) ?? homeScreen(self)
    }
  }

  private var logOutScreen: (any Screen)? {
    server.map { server in
      FormController.logOut(
        of: server, deleting: "saved patients, recently viewed, cached answers"
      ) { try await self.source.client.services.logOut() }
    }
  }

  private func savingScreen(_ id: ResourceID?, since: Int) -> any Screen {
    guard let records else { return homeScreen(self) }
    return records.savingScreen(
      of: id, since: since, from: source,
      copying: { client, id, text, onPatient, progress in
        try await client.complete(
          id, at: self.source.timestamp, in: text, onPatient: onPatient, progress: progress)
      },
      open: { $1.push(Route.patient(id: $0)) })
  }
}
