import Reprise

extension RecordSource {
  /// Returns the source of a recording. Its clock stands still at the beginning of the recording,
  /// so that visits active then are active.
  static func recorded(_ recording: SealedRecording, zone: Zone = .local) -> RecordSource {
    let pages = RecordedPages(recording)
    let connection = Connection(
      to: .recorded, headers: OpenMRSClient.configuration.headers,
      over: ReplayTransport(.recorded(RecordingResponses(pages, name: recording.directory.name))),
      refusal: OpenMRSClient.configuration.refusal, now: { recording.timestamp })
    let timestamp = recording.timestamp
    let name = recording.directory.name
    return RecordSource(
      client: OpenMRSClient(
        OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: recording.root))),
      origin: Provenance(.unplugged(name.count > 24 ? name.prefix(23) + "…" : name)), zone: zone,
      isRecorded: true,
      now: { Timestamp(seconds: timestamp) })
  }
}

extension SealedRecording {
  /// The path between the server's address and its services. If the user entered only a host name,
  /// the recording begins with requests to find it.
  fileprivate var root: String {
    guard let uri = ResourceURI("/openmrs\(OpenMRSServices.path)session") else { return "" }
    return (try? answer(to: uri))?.status == 200 ? "/openmrs" : ""
  }
}

/// The responses of a recording. The error for a missing one names the recording.
private struct RecordingResponses: RecordedResponses {
  private let answers: any RecordedResponses
  private let name: String

  init(_ answers: any RecordedResponses, name: String) {
    self.answers = answers
    self.name = name
  }

  var place: String { answers.place }

  func answer(to resource: ResourceURI) throws -> RecordedResponse? {
    guard let answer = try answers.answer(to: resource) else {
      throw OpenMRSError.notRecorded(name)
    }
    return answer
  }

  func record(_ answer: RecordedResponse, to resource: ResourceURI) throws {
    try answers.record(answer, to: resource)
  }
}
