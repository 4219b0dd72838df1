/// The uncancellable tasks: they run to their end even if the screen that started them is closed.
@MainActor final class UncancellableWork {
  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let name: WorkName
  }

  private var last: [Key: (number: Int, task: Task<Void, Never>)] = [:]
  private var names: [Int: WorkName] = [:]
  private var nextNumber = 0
  /// How the user wants to exit once the tasks have ended; `nil` if no exit is pending.
  var awaiting: ExitReason?

  var name: String? { names.min { $0.key < $1.key }?.value.text }

  /// Starts a task after the owner's running task of the same name has ended.
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
