import Core
import FoundationEssentials
import Glibc
import Restoration

/// Finds the session to resume when the command line names none: the one last used in this terminal
/// window, otherwise the most recently used one, that no other process has open. If all are open, a
/// new session starts as a copy of the most recent one.
struct LastSession {
  /// The session's snapshot and name; `nil` if there is none.
  private(set) var found: (snapshot: Snapshot, name: String)?
  /// Whether another process has the session open, so that only a copy can be resumed.
  private(set) var isOpenElsewhere = false
  /// A sentence about the last session, if it is open in another process and this is another
  /// session: "Session lab: the last one is open in process 12." `nil` if this is the last session
  /// or a copy of it.
  private(set) var beside: String?
  /// Sentences about more recent sessions that couldn't be read.
  private(set) var passedOver: [String] = []

  /// Finds the session without locking or writing anything.
  init(_ request: SessionRequest) {
    guard
      let store = try? SessionStore(
        application: request.application, environment: request.environment, system: request.system)
    else { return }
    var open: (snapshot: Snapshot, name: String)?
    var owner: String?
    var files = store.filesByLastUse
    // The session that was last used in this terminal window takes precedence.
    if let window = request.terminalIdentity, let here = store.first(among: files, openedIn: window)
    {
      files.removeAll { $0 == here }
      files.insert(here, at: 0)
    }
    for file in files {
      // A session that the user named or takes over is used even if it is open.
      if !request.isNamed, let found = try? store.settledOwner(of: file) {
        owner = owner ?? found
        if open == nil { open = try? snapshot(in: file, request) }
        continue
      }
      do {
        found = try snapshot(in: file, request)
      } catch {
        let reason = (error as? SnapshotError)?.errorDescription ?? "\(error)"
        passedOver.append("\(file.stem): \(reason)")
      }
      guard let found else { continue }
      beside = owner.map {
        "Session \(found.name): the last one \(SessionRequest.description(of: $0))"
      }
      return
    }
    guard let open else { return }
    found = (open.snapshot, Self.withoutNumber(open.name))
    isOpenElsewhere = true
    // Opening a copy reports where the session is open.
    passedOver = []
  }

  /// Continues the opened session from the found one's screens, and reports it with `description`.
  ///
  /// If another session was opened, because a process had opened the found one meanwhile, it starts
  /// as a copy of it. In that case opening has reported where the found one is.
  @MainActor func resume(in session: inout Session, description: String?) {
    guard let found else { return }
    guard !isOpenElsewhere, session.name == found.name else {
      return session.begin(from: found.snapshot)
    }
    if let description {
      let timestamp = Zone.local.clockTime(found.snapshot.savedAt, now: Int(time(nil)))
      session.say("Resumed: \(description), saved \(timestamp).")
    }
    if let beside { session.say(beside) }
  }

  /// Removes the number of a parallel session: "main" for "main-2".
  static func withoutNumber(_ name: String) -> String {
    guard let dash = name.lastIndex(of: "-"), dash > name.startIndex,
      let number = Int(name[name.index(after: dash)...]),
      SessionRequest.numbersBeside.contains(number)
    else { return name }
    return String(name[..<dash])
  }

  /// Reads a file. Returns `nil` unless it is a session of the application with the requested name.
  private func snapshot(
    in file: SessionStore.File, _ request: SessionRequest
  ) throws -> (snapshot: Snapshot, name: String)? {
    let stored = try SnapshotFile(path: file.path, system: request.system).look()
    guard let body = stored.body else {
      // A damaged file is reported, an empty one isn't.
      if stored.damage != nil { throw SnapshotError.unreadable("it is damaged") }
      return nil
    }
    let snapshot = try Snapshot(body: body)
    guard snapshot.application == request.application,
      let name = file.name(for: snapshot.account),
      request.arguments.value("session").map({ $0 == name }) ?? true
    else { return nil }
    return (snapshot, name)
  }
}
