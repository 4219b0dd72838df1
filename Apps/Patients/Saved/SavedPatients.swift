import Reprise
import Synchronization

/// The patients who are saved complete, one sealed file each, and a small file that lists them.
///
/// A patient's file is replaced whole or not at all. The list is written after it and is only a shortcut: files that it doesn't describe
/// are read themselves, so a process that ends between the two costs nothing.
final class SavedPatients: AnswerCopies {
  private let vault: Vault
  private let clock: AnswerClock
  static let folder = "saved"
  /// The list's folder, apart from the other one, which has a file for each patient, so that they can be counted.
  static let index = "index"

  private struct Listed: Hashable {
    let stamp: String
    let patient: SavedPatient
    /// The turn of the clock in which the copy was saved.
    let turn: Int
  }

  private struct State {
    /// The list by the names of the files.
    var listed: [String: Listed]?
    /// The copy that was last asked for, as it was saved and as its moments are to be believed.
    var copy: (saved: SavedCopy, dated: SavedCopy, history: ClockHistory)?
  }

  private let state = Mutex(State())

  convenience init(_ vault: Vault) { self.init(vault, clock: vault.clock()) }

  init(_ vault: Vault, clock: AnswerClock) {
    self.vault = vault
    self.clock = clock
  }

  /// Returns all patients by name, and the number of files that can't be read. Throws `VaultProblem`.
  @concurrent func list() async throws -> (patients: [SavedPatient], unreadable: Int) {
    try state.withLock { state in
      let (listed, unreadable) = try refresh(&state)
      let history = clock.history()
      let patients = listed.values.map { $0.patient.dated(by: history, turn: $0.turn) }
      return (
        patients.sorted { ($0.patient.title, $0.id.text) < ($1.patient.title, $1.id.text) },
        unreadable
      )
    }
  }

  /// Returns the copy of a patient; nil without one that can be read.
  @concurrent func copy(of id: ResourceID) async -> SavedCopy? {
    state.withLock { state in
      let history = clock.history()
      if let copy = state.copy, copy.saved.patient.id == id, copy.history == history {
        return copy.dated
      }
      guard let bytes = try? vault.read(Self.name(id), in: Self.folder),
        let saved = try? SavedCopy(JSON(bytes)), saved.patient.id == id
      else { return nil }
      let dated = saved.dated(by: history)
      state.copy = (saved, dated, history)
      return dated
    }
  }

  nonisolated(nonsending) func copy(
    about patient: ResourceID
  ) async -> (answers: [String: CopiedAnswer], moment: Int)? {
    await copy(of: patient).map { ($0.answers, $0.patient.moment) }
  }

  /// Saves a patient in place of the copy before. Throws `VaultProblem`; then the copy before is still there.
  @concurrent func keep(_ copy: SavedCopy) async throws {
    var copy = copy
    // Where the clock's history can't be kept, the copy counts as one of the last turn that is known.
    copy.turn = (try? clock.turn()) ?? clock.history().turn
    let bytes = copy.json.bytes
    try state.withLock { state in
      try vault.write(bytes, to: Self.name(copy.patient.id), in: Self.folder, durably: true)
      if state.copy?.saved.patient.id == copy.patient.id { state.copy = nil }
      _ = try? refresh(&state)
    }
  }

  /// Deletes the copy of a patient. Throws `VaultProblem`.
  @concurrent func remove(_ id: ResourceID) async throws {
    try state.withLock { state in
      try vault.remove(Self.name(id), in: Self.folder)
      if state.copy?.saved.patient.id == id { state.copy = nil }
      _ = try? refresh(&state)
    }
  }

  private static func name(_ id: ResourceID) -> String { "patient \(id.text)" }

  // MARK: The list

  /// Brings the list up to date with the files, and writes it if it wasn't.
  private func refresh(_ state: inout State) throws -> ([String: Listed], unreadable: Int) {
    let before = state.listed ?? readIndex()
    var listed: [String: Listed] = [:]
    var unreadable = 0
    for file in try vault.files(in: Self.folder) {
      if let known = before[file.sealedName], known.stamp == file.stamp {
        listed[file.sealedName] = known
      } else if let bytes = try? vault.read(file, in: Self.folder),
        let copy = try? SavedCopy(JSON(bytes))
      {
        listed[file.sealedName] = Listed(
          stamp: file.stamp, patient: copy.patient, turn: copy.turn)
      } else {
        unreadable += 1
      }
    }
    if listed != before {
      // A list that can't be written is made again the next time.
      try? vault.whileLocked(Self.index) {
        // Another window may have written it meanwhile, with files that this one hasn't seen.
        let others = readIndex()
        var all: [String: Listed] = [:]
        for file in try vault.files(in: Self.folder) {
          all[file.sealedName] = [listed[file.sealedName], others[file.sealedName]].lazy
            .compactMap(\.self).first { $0.stamp == file.stamp }
        }
        if all != others { try vault.write(json(all).bytes, to: Self.index, in: Self.index) }
      }
    }
    state.listed = listed
    return (listed, unreadable)
  }

  private func readIndex() -> [String: Listed] {
    guard let bytes = try? vault.read(Self.index, in: Self.index),
      let members = try? JSON(bytes)["files"]?.members
    else { return [:] }
    var listed: [String: Listed] = [:]
    for member in members {
      // A list of an earlier release doesn't say what is lacking, or in which turn it was saved: those files are read again.
      guard let stamp = member.value["stamp"]?.string,
        var patient = SavedPatient(member.value["patient"]),
        let lacking = member.value["lacking"]?.string, let turn = member.value["turn"]?.int
      else { continue }
      patient.lacking = lacking
      patient.outdated = member.value["outdated"]?.string ?? ""
      listed[member.key] = Listed(stamp: stamp, patient: patient, turn: turn)
    }
    return listed
  }

  private func json(_ listed: [String: Listed]) -> JSON {
    let files = listed.sorted { $0.key < $1.key }.map { name, listed in
      JSON.Member(
        name,
        .object([
          JSON.Member("stamp", .string(listed.stamp)),
          JSON.Member("patient", listed.patient.json),
          JSON.Member("turn", .number(String(listed.turn))),
          JSON.Member("lacking", .string(listed.patient.lacking)),
          JSON.Member("outdated", .string(listed.patient.outdated)),
        ]))
    }
    return .object([JSON.Member("files", .object(files))])
  }
}
