public import Terminals

/// A task of the whole application. It keeps running while the user moves between screens, the
/// status line shows its progress, and a key cancels it.
///
/// A screen starts the task; closing that screen doesn't cancel it. Quitting and locking cancel it
/// without waiting, so it must be able to stop at any time and continue at the next start. Starting
/// a task does nothing while one of the same name is running.
///
/// ```swift
/// load.runInBackground(
///   BackgroundWork("copy", stop: "x", help: "Stop copying; what has come is kept") { navigator in
///     for directory in directories {
///       navigator.say(progress: "\(directory.name) is copied")
///       guard (try? await copy(directory)) != nil else {
///         return navigator.notify("The copy broke off.")
///       }
///       navigator.reload([Route.directory(directory.id)])
///     }
///   })
/// ```
public struct BackgroundWork: Sendable {
  /// The name of the task. While a task of this name is running, starting another one does nothing.
  public let name: WorkName
  /// The key that cancels the task. It works on every screen, unless the screen uses this
  /// key itself or the user is typing text with it.
  public let stopKey: Key
  /// A description of `stopKey` for the help screen, without a full stop, such as "Stop copying".
  public let stopHelp: String
  /// The task's body. Its navigator can show and log messages, report progress and reload screens;
  /// other requests are ignored. The task is cancelled when the user stops it, or when the
  /// application quits or locks.
  public let work: @MainActor @Sendable (Navigator) async -> Void

  /// Creates a task without starting it. `Navigator.runInBackground(_:)` starts it.
  ///
  /// - Parameters:
  ///   - name: The name of the task.
  ///   - stopKey: The key that cancels the task.
  ///   - stopHelp: A description of the key for the help screen, without a full stop.
  ///   - work: The task's body.
  public init(
    _ name: WorkName, stop stopKey: Key, help stopHelp: String,
    work: @escaping @MainActor @Sendable (Navigator) async -> Void
  ) {
    self.name = name
    self.stopKey = stopKey
    self.stopHelp = stopHelp
    self.work = work
  }
}

/// The running background tasks, the oldest first.
@MainActor final class BackgroundTasks {
  private struct Piece {
    let number: Int
    let work: BackgroundWork
    let task: Task<Void, Never>
    var progress: String?
  }

  private var pieces: [Piece] = []

  func contains(_ name: WorkName) -> Bool { pieces.contains { $0.work.name == name } }

  func begin(_ work: BackgroundWork, _ number: Int, _ task: Task<Void, Never>) {
    pieces.append(Piece(number: number, work: work, task: task))
  }

  func end(_ number: Int) { pieces.removeAll { $0.number == number } }

  /// Records a task's progress; returns false if the task has ended.
  func note(_ progress: String, of number: Int) -> Bool {
    guard let index = pieces.firstIndex(where: { $0.number == number }) else { return false }
    pieces[index].progress = progress
    return true
  }

  var progress: String? { pieces.lazy.compactMap(\.progress).first }

  var bindings: [KeyBinding] {
    pieces.map { piece in
      KeyBinding(piece.work.stopKey, label: "stop", help: piece.work.stopHelp) { _ in
        piece.task.cancel()
      }
    }
  }

  func cancel() { for piece in pieces { piece.task.cancel() } }
}
