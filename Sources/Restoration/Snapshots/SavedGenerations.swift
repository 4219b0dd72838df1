import Files

/// The generations in a session's two files: the slots of the one, and the copy that the other is.
///
/// After a kill the newest is in a slot. After a power cut it may be either: the slots are as old as the kernel left them on the disk, up
/// to half a minute, and the copy is at most a second old.
struct SavedGenerations {
  let slots: SlotPair
  let copy: Slot.Reading
  /// The reason why the copy can't be looked at; nil if it can, or there is none.
  let copyProblem: FileError?

  /// A generation that is whole.
  struct Whole {
    let slot: Slot
    /// The number of the slot; nil for the copy.
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

  /// The whole generations, the newest first; of two that are the same the slot.
  var whole: [Whole] {
    let kept = slots.whole.map { Whole(slot: $0.slot, place: $0.place) }
    guard case .valid(let copied) = copy else { return kept }
    let end = kept.firstIndex { $0.slot.generation < copied.generation } ?? kept.endIndex
    return kept[..<end] + [Whole(slot: copied, place: nil)] + kept[end...]
  }

  /// The format of a later release's generation; nil if there is none. A copy of an earlier time than the slots doesn't count.
  var newerFormat: Int? {
    if let format = slots.newerFormat { return format }
    guard case .newer(let format, let generation) = copy,
      generation > slots.whole.first?.slot.generation ?? 0
    else { return nil }
    return format
  }

  /// The highest generation that there is, of whatever release.
  var highest: UInt64 { max(slots.highest, copy.generation ?? 0) }

  /// True if the copy is newer than both slots.
  var isCopyNewest: Bool { copy.generation.map { $0 > slots.highest } ?? false }
}
