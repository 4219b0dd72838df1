import Reprise

/// One run of the viewer: of one user at one server, or of the built-in patients.
@MainActor final class Viewer {
  /// Where and how the user asks; nil for the built-in patients.
  let live: (account: Account, connections: Connections)?
  let source: RecordSource
  /// What the gate opened; nil where there is none.
  private(set) var unlocked: Unlocked?
  /// What is kept sealed of the user; nil where nothing is.
  let records: KeptRecords?
  /// Whose record is in the recording that is played; nil without one.
  let recorded: RecordedPatients?

  /// A user at a server, or nobody, and where records come from.
  init(
    _ live: (account: Account, connections: Connections)?, _ source: RecordSource,
    _ records: KeptRecords?, playing recorded: RecordedPatients? = nil
  ) {
    self.live = live
    self.source = source
    self.records = records
    self.recorded = recorded
  }

  /// The built-in patients.
  convenience init(unplugged source: RecordSource) { self.init(nil, source, nil) }

  /// What was recorded of a server.
  convenience init(playing recording: SealedRecording, zone: Zone = .local) {
    self.init(nil, .recorded(recording, zone: zone), nil, playing: RecordedPatients(recording))
  }

  /// A user at a server. The connections must have been made with `OpenMRSClient.configuration`, and with the same vault.
  convenience init(
    _ account: Account, _ connections: Connections, vault: Vault? = nil, zone: Zone = .local,
    time: Timekeeper = .system
  ) {
    let records = vault.map { KeptRecords($0) }
    let connection = connections.connection(account)
    let source = RecordSource(
      client: OpenMRSClient(connection, kept: records.map { KeptAnswers(saved: $0.saved) }),
      origin: Provenance(
        .live(connection.server.name), .unasked, isRecording: connections.isRecording),
      zone: zone,
      isLive: true, now: { Timestamp(milliseconds: time.now() * 1000) },
      remediable: { error in
        RemediableProblem.of(
          error, password: { Route.password(isRefused: $0) },
          certificate: { Route.certificate($0) })
      })
    self.init((account, connections), source, records)
  }

  /// The user who came through the gate.
  convenience init(_ unlocked: Unlocked, zone: Zone = .local, time: Timekeeper = .system) {
    self.init(
      unlocked.account, unlocked.connections, vault: unlocked.vault, zone: zone, time: time)
    self.unlocked = unlocked
  }

  var application: Application<Route> {
    Application(
      "patients", title: "Patients", version: Patients.version, root: .home,
      admits: { $0 != .start }, banner: live?.connections.settings.warning, screen: screen)
  }

  func screen(_ route: Route) -> any Screen {
    switch route {
    case .start, .home: homeScreen(self)
    case .find: findScreen(source, records, recorded)
    case .activeVisits: activeVisitsScreen(source)
    case .patient(let id): patientScreen(id, source.of(id), records)
    case .visit(let id, let patient): visitScreen(id, of: patient, source.of(patient))
    case .encounter(let id, let patient): encounterScreen(id, of: patient, source.of(patient))
    case .vitals(let patient): vitalsTableScreen(of: patient, source.of(patient))
    case .sign(let sign, let patient): signScreen(sign, of: patient, source.of(patient))
    case .entry(let kind, let id, let patient):
      entryScreen(kind, id, of: patient, source.of(patient))
    case .patientAnswer(let id): patientAnswerScreen(id, source.of(id))
    case .encounterAnswer(let id): encounterAnswerScreen(id, source)
    case .logOut: logOutScreen(self)
    case .saved: savedPatientsScreen(self)
    case .recent: recentPatientsScreen(self)
    case .recorded: recordedPatientsScreen(self)
    case .saving(let patient, let since): savingScreen(patient, since: since, self)
    case .removal(let patient): removalScreen(patient, self)
    case .password(let isRefused):
      live.map { $0.connections.passwordScreen(for: $0.account, isRefused: isRefused) }
        ?? homeScreen(self)
    case .certificate(let unknown):
      live.map { $0.connections.certificateScreen(for: unknown) } ?? homeScreen(self)
    }
  }
}
