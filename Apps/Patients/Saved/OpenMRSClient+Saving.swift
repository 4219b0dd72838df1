import Reprise

extension OpenMRSClient {
  /// Loads everything that the screens of a patient show. Throws if any part can't be loaded now.
  ///
  /// Responses are written to `text` as they arrive. `met` is called with the patient as soon as it
  /// is loaded. `say` is called with the number of loaded parts and their total, which grows while
  /// more parts become known.
  nonisolated(nonsending) func complete(
    _ id: ResourceID, at timestamp: Int, in text: SealedText = SealedText(),
    met: (Patient) async -> Void = { _ in },
    say: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> SavedCopy {
    let notes = ResponseRecorder(services.adapter, in: text)
    let patient = try await WholeRecord(of: id, noting(notes), notes).ask(met: met, say: say)
    return SavedCopy(SavedPatient(patient, timestamp: timestamp), answers: notes.answers)
  }
}
