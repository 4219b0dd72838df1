import Reprise

extension OpenMRSClient {
  /// Asks for all that the screens of a patient show. Throws if anything of it can't be had for now.
  ///
  /// `met` is told who it is as soon as that is known, and `say` how many of how many parts of the record are here; more of them become
  /// known on the way.
  nonisolated(nonsending) func complete(
    _ id: ResourceID, at moment: Int, met: (Patient) async -> Void = { _ in },
    say: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> SavedCopy {
    let notes = AnswerNotes()
    let patient = try await WholeRecord(of: id, noting(notes), notes).ask(met: met, say: say)
    return SavedCopy(
      patient: SavedPatient(patient: patient, moment: moment), answers: notes.answers)
  }
}
