/// The running tasks of the topmost screen, and of covered and closed ones. A replaced or cancelled
/// task stays here until it has ended.
@MainActor final class RunningWork {
  private struct Piece {
    let screen: any Screen
    var hasShown = false
  }

  private var pieces: [Int: Piece] = [:]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextNumber = 0

  func begin(for screen: any Screen) -> Int {
    nextNumber += 1
    pieces[nextNumber] = Piece(screen: screen)
    return nextNumber
  }

  func end(_ number: Int) {
    pieces[number] = nil
    resumeAll()
  }

  func noteShown(_ screen: any Screen) {
    for number in pieces.keys where pieces[number]?.screen === screen {
      pieces[number]?.hasShown = true
    }
    resumeAll()
  }

  func noteShown(_ number: Int) {
    pieces[number]?.hasShown = true
    resumeAll()
  }

  /// Of the oldest running task; with `untilShown`, only of those that have shown nothing yet.
  func title(untilShown: Bool) -> String? {
    pieces.sorted { $0.key < $1.key }.first { !untilShown || !$0.value.hasShown }?.value.screen
      .title
  }

  /// Returns also at the deadline and when the current task is cancelled.
  func change(until deadline: ContinuousClock.Instant) async {
    nextNumber += 1
    let number = nextNumber
    let alarm = Task { [weak self] in
      do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
      self?.resume(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled || pieces.isEmpty {
          continuation.resume()
        } else {
          waiting[number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.resume(number) }
    }
    alarm.cancel()
  }

  private func resume(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }

  private func resumeAll() {
    let all = waiting.values
    waiting = [:]
    for continuation in all { continuation.resume() }
  }
}

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

  func end() async {
    while let task = last.values.first?.task { await task.value }
  }

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
