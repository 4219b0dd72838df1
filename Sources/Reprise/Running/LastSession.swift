import Foundation
import Restoration
import Values

/// The session that a start which names nothing goes on with: the one that was used last in this
/// very window or pane of the terminal, or else anywhere, of whatever server or recording, and that
/// isn't open elsewhere. If all are open, the start goes on from a copy of the one used last, in
/// another session of the same name.
@MainActor struct LastSession {
  /// The session's snapshot and name; nil if there is none.
  private(set) var found: (snapshot: Snapshot, name: String)?
  /// True if another process has the session open, so that only a copy can be gone on with.
  private(set) var isOpenElsewhere = false
  /// The sentence about the session that was used last, if it is open elsewhere and this is another one: "Session lab: the last one is open in
  /// process 12." Nil if this is the last one, or a copy of it: opening that says where it is open.
  private(set) var beside: String?
  /// The sessions that were used later and aren't resumed, in sentences.
  private(set) var passedOver: [String] = []

  /// Looks for the session. Nothing is locked or written.
  init(_ request: SessionRequest) {
    guard
      let directory = try? SessionDirectory(
        application: request.application, environment: request.environment)
    else { return }
    var open: (snapshot: Snapshot, name: String)?
    var owner: String?
    var files = directory.filesOfThisMachine
    // The one that was open in this very window or pane comes before those that were used later in
    // others.
    if let place = request.terminalPlace,
      let here = SessionDirectory.File.first(
        among: files, at: place, environment: request.environment, system: request.system)
    {
      files.removeAll { $0 == here }
      files.insert(here, at: 0)
    }
    for file in files {
      // Who names it, or takes it over, means that very one.
      if !request.isNamed,
        let found = try? file.settledOwner(
          asking: ThisMachine.terminal, environment: request.environment, system: request.system)
      {
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
        "Session \(found.name): the last one \(SessionRequest.words(of: $0))"
      }
      return
    }
    guard let open else { return }
    found = (open.snapshot, Self.withoutNumber(open.name))
    isOpenElsewhere = true
    // Opening one beside it says where it is open.
    passedOver = []
  }

  /// Has the session that was opened go on where the one that was found is, and say so in the launch's words.
  ///
  /// Only the opening shows for certain that the found one isn't open elsewhere: if another was opened in its place, nothing was resumed there,
  /// and it begins as a copy. Its opening has said where the found one is.
  func goOn(in session: inout Session, words: String?) {
    guard let found else { return }
    guard !isOpenElsewhere, session.name == found.name else {
      return session.begin(where: found.snapshot)
    }
    if let words {
      let timestamp = Zone.local.clockTime(found.snapshot.savedAt, now: Int(time(nil)))
      session.say("Resumed: \(words), saved \(timestamp).")
    }
    if let beside { session.say(beside) }
  }

  /// Returns the name that sessions beside each other share: "main" of "main-2".
  static func withoutNumber(_ name: String) -> String {
    guard let dash = name.lastIndex(of: "-"), dash > name.startIndex,
      let number = Int(name[name.index(after: dash)...]),
      SessionRequest.numbersBeside.contains(number)
    else { return name }
    return String(name[..<dash])
  }

  /// Reads a file; nil unless it holds a session of the application's, of the name that is wanted.
  private func snapshot(
    in file: SessionDirectory.File, _ request: SessionRequest
  ) throws -> (snapshot: Snapshot, name: String)? {
    let stored = try SnapshotFile(path: file.path, system: request.system).look()
    guard let body = stored.body else {
      // Nothing but an empty file is nothing to be told of.
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

extension SessionDirectory {
  /// The sessions' files, the one used last first, without other machines' own: these are gone on
  /// with there.
  var filesOfThisMachine: [File] {
    filesByLastUse.filter { ($0.machine ?? ThisMachine.name) == ThisMachine.name }
  }
}
