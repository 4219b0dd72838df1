import Accounts
import Reprise
import RepriseTesting
import Restoration

@testable import CloudBurst

/// The viewer in memory: what the real one must have painted and saved after each of its keys.
@MainActor final class Twin {
  /// A frame that was painted, and what was saved by then.
  struct Moment {
    let rows: VisibleRows
    /// Nil as long as nothing has changed since the very first start.
    let saved: [UInt8]?

    var screens: SavedScreens { get throws { try SavedScreens(saved) } }
  }

  private let terminal: RecordingTerminal
  private let loop: ScreenLoop<Route>
  /// Every frame since the start, oldest first. The first one is what the start came to.
  var timestamps: [Moment] { terminal.timestamps }

  /// Where both export to, in vain and with the same words: nobody can make a file there, root
  /// neither.
  nonisolated static let directory = "/proc"

  /// Starts from what was saved, as after a kill.
  init(size: Size, saved: [UInt8]? = nil) async throws {
    let store = InMemorySnapshotStore(body: saved)
    terminal = RecordingTerminal(size: size, store: store)
    loop = try ScreenLoop(
      Viewer(
        Connections(try ServerSettings(application: "cloudburst", Arguments(), environment: [:])),
        target: Target(origin: .unplugged), directory: Self.directory
      ).application, framework: .standard, terminal: terminal,
      store: store, time: .stopped)
    loop.start(resuming: try saved.map { try Snapshot(body: $0) })
    await loop.settle()
    terminal.forgetAllButLast()
  }

  /// Presses a key, and waits until it has had its effect.
  func press(_ key: Key) async {
    terminal.waiting = [.key(key)]
    loop.turn()
    await loop.settle()
  }
}

/// A terminal that remembers every frame, with what was saved when it was painted.
@MainActor private final class RecordingTerminal: Terminal {
  let size: Size
  private let store: InMemorySnapshotStore
  private(set) var timestamps: [Twin.Moment] = []
  var waiting: [Event] = []
  // The help has a key for it.
  let hasMouse = true

  init(size: Size, store: InMemorySnapshotStore) {
    self.size = size
    self.store = store
  }

  func show(_ frame: Frame) {
    timestamps.append(Twin.Moment(rows: frame.visibleRows, saved: store.body))
  }

  func forgetAllButLast() { timestamps.removeFirst(timestamps.count - 1) }

  func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  func invalidate() {}

  func copy(_ text: String) -> CopyResult { .copied }
}
