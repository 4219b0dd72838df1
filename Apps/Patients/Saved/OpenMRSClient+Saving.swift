import Reprise

extension OpenMRSClient {
  /// Asks for everything that the screens of a patient show. Throws if anything of it can't be had for now.
  ///
  /// The answers are written to the copy's text as they come. `met` is called with the patient as
  /// soon as it is known, and `say` with the number of parts of the record that are here, and of
  /// all; more of them become known on the way.
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
