import Reprise

extension OpenMRSClient {
  /// Asks for all that the screens of a patient show. Throws if anything of it can't be had for now.
  ///
  /// `say` is told how many of how many parts of the record are here; more of them become known on the way.
  nonisolated(nonsending) func complete(
    _ id: ResourceID, at moment: Int, say: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> SavedCopy {
    let notes = AnswerNotes()
    let patient = try await WholeRecord(of: id, noting(notes), notes).ask(say: say)
    return SavedCopy(
      patient: SavedPatient(patient: patient, moment: moment), answers: notes.answers)
  }
}
