/// The work under way for the screens: for the one on top, and for those that are covered or closed by now.
///
/// Work that was replaced or cancelled stays here until it has really ended.
@MainActor final class RunningWork {
  private struct Piece {
    let screen: any Screen
    var hasShown = false
  }

  private var pieces: [Int: Piece] = [:]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextNumber = 0

  /// Notes that work for a screen begins; returns its number.
  func begin(for screen: any Screen) -> Int {
    nextNumber += 1
    pieces[nextNumber] = Piece(screen: screen)
    return nextNumber
  }

  func end(_ number: Int) {
    pieces[number] = nil
    resumeAll()
  }

  /// Notes that a screen shows something, though its work goes on.
  func noteShown(_ screen: any Screen) {
    for number in pieces.keys where pieces[number]?.screen === screen {
      pieces[number]?.hasShown = true
    }
    resumeAll()
  }

  /// Notes that work says how far it is, though it goes on.
  func noteShown(_ number: Int) {
    pieces[number]?.hasShown = true
    resumeAll()
  }

  /// The title of the screen with the oldest work that hasn't ended; with `untilShown`, of those that have shown nothing yet. Nil if there
  /// is none.
  func title(untilShown: Bool) -> String? {
    pieces.sorted { $0.key < $1.key }.first { !untilShown || !$0.value.hasShown }?.value.screen
      .title
  }

  /// Waits until some work has ended or shown something, the deadline is over, or the task is cancelled.
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
