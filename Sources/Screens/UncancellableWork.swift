/// The work that goes on to its end, whatever becomes of the screens that began it.
@MainActor final class UncancellableWork {
  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let name: WorkName
  }

  private var last: [Key: (number: Int, task: Task<Void, Never>)] = [:]
  private var names: [Int: WorkName] = [:]
  private var nextNumber = 0
  /// The way in which the person wants to leave, once it has ended; nil if nobody waits for it.
  var awaiting: ExitReason?

  /// The name of the oldest work that goes on; nil if there is none.
  var name: String? { names.min { $0.key < $1.key }?.value.text }

  /// Begins work, once the owner's work of the same name has ended.
  func begin(
    _ name: WorkName, for owner: any Screen, _ work: @escaping @MainActor () async -> Void,
    hasEnded: @escaping @MainActor () -> Void
  ) {
    nextNumber += 1
    let number = nextNumber
    let key = Key(owner: ObjectIdentifier(owner), name: name)
    let before = last[key]?.task
    names[number] = name
    let task = Task {
      await before?.value
      await work()
      self.names[number] = nil
      if self.last[key]?.number == number { self.last[key] = nil }
      hasEnded()
    }
    last[key] = (number, task)
  }
}
