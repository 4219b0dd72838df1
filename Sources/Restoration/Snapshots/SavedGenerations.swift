import Core

/// The generations in a session's two files: the slots of the session's file, and its copy.
///
/// After a kill, the newest generation is in a slot. After a power cut it may be in either file:
/// the kernel may have written the slots up to half a minute ago, while the copy is at most a
/// second old.
struct SavedGenerations {
  let slots: SlotPair
  let copy: Slot.Reading
  /// Why the copy can't be read; `nil` if it can, or doesn't exist.
  let copyProblem: FileError?

  /// A generation with a valid checksum.
  struct Whole {
    let slot: Slot
    /// The index of the slot; `nil` for the copy.
    let place: Int?
  }

  init(file: [UInt8], copy: Result<[UInt8], FileError>) {
    slots = SlotPair(file)
    switch copy {
    case .success(let bytes):
      self.copy = Slot.read(bytes[...])
      copyProblem = nil
    case .failure(let problem):
      self.copy = .blank
      copyProblem = problem
    }
  }

  /// The valid generations, newest first. A slot precedes a copy of the same generation.
  var whole: [Whole] {
    let kept = slots.whole.map { Whole(slot: $0.slot, place: $0.place) }
    guard case .valid(let copied) = copy else { return kept }
    let end = kept.firstIndex { $0.slot.generation < copied.generation } ?? kept.endIndex
    return kept[..<end] + [Whole(slot: copied, place: nil)] + kept[end...]
  }

  /// The format of a generation from a newer release; `nil` if there is none. A copy that is older
  /// than the slots is ignored.
  var newerFormat: Int? {
    if let format = slots.newerFormat { return format }
    guard case .newer(let format, let generation) = copy,
      generation > slots.whole.first?.slot.generation ?? 0
    else { return nil }
    return format
  }

  /// The highest generation number, including that of a newer release.
  var highest: UInt64 { max(slots.highest, copy.generation ?? 0) }

  var isCopyNewest: Bool { copy.generation.map { $0 > slots.highest } ?? false }
}
