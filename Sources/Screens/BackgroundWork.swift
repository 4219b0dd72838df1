public import Terminals

/// Work of the whole application: it goes on wherever the person is, the bottom line of every screen says how far it is, and a key stops it
/// there.
///
/// A screen, or its load, begins it; closing that screen doesn't end it. Quitting and locking do, without waiting: the work must be one that
/// may break off, and goes on at the next start. Work of a name that goes on already isn't begun once more.
///
/// ```swift
/// load.runInBackground(
///   BackgroundWork("copy", stop: "x", help: "Stop copying; what has come is kept") { navigator in
///     for directory in directories {
///       navigator.say(progress: "\(directory.name) is copied")
///       guard (try? await copy(directory)) != nil else { return navigator.notify("The copy broke off.") }
///       navigator.reload([Route.directory(directory.id)])
///     }
///   })
/// ```
public struct BackgroundWork: Sendable {
  /// The name of the work.
  public let name: WorkName
  /// The key that stops the work, on every screen that hasn't this key itself.
  public let stopKey: Key
  /// A sentence for the help screen about that key, without a full stop.
  public let stopHelp: String
  /// The work. Its navigator says sentences wherever the person is, shows the progress, and loads screens anew; other requests are for
  /// nobody. When the person stops the work, or the application ends, the task is cancelled.
  public let work: @MainActor @Sendable (Navigator) async -> Void

  /// Creates work; nothing is begun yet.
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

/// The work that goes on in the background, the oldest first.
@MainActor final class BackgroundTasks {
  private struct Piece {
    let number: Int
    let work: BackgroundWork
    let task: Task<Void, Never>
    var progress: String?
  }

  private var pieces: [Piece] = []

  /// Tells whether work of a name goes on.
  func contains(_ name: WorkName) -> Bool { pieces.contains { $0.work.name == name } }

  /// Notes work that has begun; `number` is its own.
  func begin(_ work: BackgroundWork, _ number: Int, _ task: Task<Void, Never>) {
    pieces.append(Piece(number: number, work: work, task: task))
  }

  func end(_ number: Int) { pieces.removeAll { $0.number == number } }

  /// Notes the progress of work; returns false if it has ended.
  func note(_ progress: String, of number: Int) -> Bool {
    guard let place = pieces.firstIndex(where: { $0.number == number }) else { return false }
    pieces[place].progress = progress
    return true
  }

  /// The progress of the oldest work that has said any; nil if none has.
  var progress: String? { pieces.lazy.compactMap(\.progress).first }

  /// The keys that stop the work.
  var bindings: [KeyBinding] {
    pieces.map { piece in
      KeyBinding(piece.work.stopKey, label: "stop", help: piece.work.stopHelp) { _ in
        piece.task.cancel()
      }
    }
  }

  func cancel() { for piece in pieces { piece.task.cancel() } }
}
