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

/// The name of a screen's task. If a screen starts a task with `Navigator.run(_:_:)` while its task
/// of the same name is running, the running one is cancelled.
///
///     let name: WorkName = "save"
public struct WorkName: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  public init(stringLiteral text: String) { self.text = text }

  /// The name of the task that loads a screen's data. The framework starts it; a screen may start
  /// it again with `Navigator.run(_:_:)`.
  public static let loading: WorkName = "loading"
}

/// The running tasks of the screens and of the application, the oldest first. A replaced or
/// cancelled task stays here until it has ended.
@MainActor final class TaskRegistry {
  enum Policy: Hashable {
    /// Cancels the owner's running task of the same name. Closing the owner cancels it.
    case replacing
    /// Begins after the owner's running task of the same name, and is never cancelled.
    case finishing
    /// Belongs to the application rather than to the screen that started it.
    case background(stopKey: Key, stopHelp: String)
  }

  private struct Entry {
    let number: Int
    let name: WorkName
    let owner: any Screen
    let policy: Policy
    let task: Task<Void, Never>
    /// Of a background task, for the status line.
    var progress: String?
    var hasShown = false

    var isInBackground: Bool { if case .background = policy { true } else { false } }
  }

  private var entries: [Entry] = []
  private var waiting: [AsyncStream<Void>.Continuation] = []
  private var lastNumber = 0

  func begin(
    _ name: WorkName, _ policy: Policy, for owner: any Screen,
    _ work: @escaping @MainActor () async -> Void, hasEnded: @escaping @MainActor () -> Void
  ) {
    lastNumber += 1
    let number = lastNumber
    if policy == .replacing { cancel(name, of: owner) }
    let previous = entries.last {
      $0.policy == .finishing && $0.owner === owner && $0.name == name
    }?.task
    let task = Task {
      if policy == .finishing { await previous?.value }
      await work()
      self.entries.removeAll { $0.number == number }
      self.resumeAll()
      hasEnded()
    }
    entries.append(Entry(number: number, name: name, owner: owner, policy: policy, task: task))
  }

  /// Cancels a screen's tasks, except those in the background and those that must finish; with a
  /// name, only the task of that name.
  func cancel(_ name: WorkName? = nil, of owner: any Screen) {
    for entry in entries where entry.policy == .replacing && entry.owner === owner {
      if name == nil || entry.name == name { entry.task.cancel() }
    }
  }

  func cancelBackground() {
    for entry in entries where entry.isInBackground { entry.task.cancel() }
  }

  /// Cancels all tasks, except those that must finish.
  func cancelAll() {
    for entry in entries where entry.policy != .finishing { entry.task.cancel() }
  }

  // MARK: Tasks that must finish

  /// The name of the oldest task that must finish.
  var nameOfFinishing: String? { entries.first { $0.policy == .finishing }?.name.text }

  func finish() async {
    while let task = entries.first(where: { $0.policy == .finishing })?.task { await task.value }
  }

  // MARK: Tasks in the background

  func isInBackground(_ name: WorkName) -> Bool { index(inBackground: name) != nil }

  /// Records a task's progress; returns false if the task has ended.
  func note(_ progress: String, of name: WorkName) -> Bool {
    guard let index = index(inBackground: name) else { return false }
    entries[index].progress = progress
    entries[index].hasShown = true
    resumeAll()
    return true
  }

  /// The progress of the oldest task that reports one.
  var progress: String? { entries.lazy.compactMap(\.progress).first }

  var stopBindings: [KeyBinding] {
    entries.compactMap { entry in
      guard case .background(let key, let help) = entry.policy else { return nil }
      let task = entry.task
      return KeyBinding(key, label: "stop", help: help) { _ in task.cancel() }
    }
  }

  private func index(inBackground name: WorkName) -> Int? {
    entries.firstIndex { $0.isInBackground && $0.name == name }
  }

  // MARK: Waiting

  func noteShown(_ screen: any Screen) {
    for index in entries.indices where entries[index].owner === screen {
      entries[index].hasShown = true
    }
    resumeAll()
  }

  /// The title of the screen whose task is the oldest; with `untilShown`, of those that have shown
  /// nothing yet.
  func title(untilShown: Bool) -> String? {
    entries.first { !untilShown || !$0.hasShown }?.owner.title
  }

  /// Waits until a task has ended or shown something. Returns also at the deadline and when the
  /// current task is cancelled.
  func change(until deadline: ContinuousClock.Instant) async {
    guard !entries.isEmpty else { return }
    let (change, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.append(continuation)
    let alarm = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      continuation.finish()
    }
    for await _ in change {}
    alarm.cancel()
  }

  private func resumeAll() {
    for continuation in waiting { continuation.finish() }
    waiting = []
  }
}
