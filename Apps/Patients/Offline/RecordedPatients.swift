import Accounts
import Reprise
import Synchronization

final class RecordedPatients: Sendable {
  private let recording: SealedRecording
  /// Read once: a recording doesn't change while it is replayed.
  private let known = Mutex<(patients: [SavedPatient], unreadable: Int)?>(nil)

  init(_ recording: SealedRecording) { self.recording = recording }

  /// Sorted by name, with the number of unreadable files. Throws `RecordingError`.
  @concurrent func list() async throws -> (patients: [SavedPatient], unreadable: Int) {
    try known.withLock { known in
      if let known { return known }
      let representation = OpenMRSClient.Parameter("v", Representation.patient).encoded
      var (responses, unreadable) = try recording.responses { resource in
        resource.names.dropLast().last == "patient" && resource.query == representation
      }
      // A refused request contains no patient.
      responses.removeAll { $0.response.status != 200 }
      let patients = responses.compactMap { _, response in
        (try? JSON(response.body)).flatMap { try? Patient($0) }
      }
      unreadable += responses.count - patients.count
      let list = (
        patients.map { SavedPatient($0, timestamp: recording.timestamp) }
          .sorted { ($0.subject.title, $0.id.text) < ($1.subject.title, $1.id.text) },
        unreadable
      )
      known = list
      return list
    }
  }
}

@MainActor func recordedPatientsScreen(_ viewer: Viewer) -> any Screen {
  ListController(
    title: "Recorded patients", columns: PatientRow.columns.filter { $0.id != "id" },
    id: \.id.text,
    options: {
      $0.provenance = viewer.source.origin
      $0.mark = \.mark
      $0.emptyText = "No patient record was opened while recording."
    },
    source: { load in
      let (patients, unreadable) = try await viewer.recorded?.list() ?? ([], 0)
      load.show(
        ListContent(
          rows: patients.map { PatientRow($0.subject, on: viewer.source.today) },
          summary: patients.count == 1 ? "1 patient" : "\(patients.count) patients",
          note: unreadable == 0 ? nil : "\(unreadable) recorded files can't be read."))
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

extension PageSource<PatientRow> {
  /// Falls back to the recorded patients who match, if the search itself wasn't recorded.
  func orElse(
    _ recorded: RecordedPatients, matching text: String, on today: CalendarDate?,
    from provenance: @escaping @MainActor () -> Provenance
  ) -> PageSource {
    PageSource { request in
      do {
        return try await fetch(request)
      } catch OpenMRSError.notRecorded where request.start == 0 {
        let patients = try await recorded.list().patients
        return ListPage(
          rows: patients.filter { $0.matches(text) }.map { PatientRow($0.subject, on: today) },
          hasMore: false,
          note: "Search not recorded: searching recorded patients only.",
          from: provenance())
      }
    }
  }
}
