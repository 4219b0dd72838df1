import Foundation
import Restoration

/// The session that a command line asks for: where it is kept, and what it holds.
@MainActor struct Session {
  let principal: Principal?
  /// Nil if nothing is to be saved.
  private(set) var store: (any SnapshotStore)?
  /// Held for as long as the process lives.
  private var lock: SessionLock?
  /// What to resume; nil to begin.
  private(set) var snapshot: Snapshot?
  /// How much of it, after starts that failed.
  private(set) var resumption = Resumption.everything
  private(set) var probation: Probation?
  /// What the person should know, in sentences.
  private(set) var notices: [String] = []
  /// Why nothing is saved although it should be, for the status line.
  private(set) var notSaving: String?

  /// Opens the session. Throws `SnapshotProblem` or `UsageProblem` for what the person asked for by name; what is wrong with the
  /// usual session is a notice, because the application is of use without it.
  init(
    application: String, principal: Principal?, arguments: Arguments, environment: [String: String]
  ) throws {
    self.principal = principal
    if arguments.has("ephemeral") { return }
    if geteuid() == 0, environment["SUDO_UID"] != nil, arguments.value("snapshot") == nil {
      // Files of root's in the user's own folder would keep the next start from saving.
      notices.append("Started with sudo, so this session isn't saved.")
      return
    }
    do {
      let path = try Session.path(application, principal, arguments, environment)
      let file = SnapshotFile(path: path)
      try own(path, takingOver: arguments.has("take-over"))
      store = file
      do {
        try open(file, application: application)
      } catch SnapshotProblem.newer where arguments.has("fresh") {
        notices.append("What a newer release saved is kept as \(try file.setAside()).")
      }
      if arguments.has("take-over") { try file.takeOver() }
      let probation = Probation(path: path + ".attempts")
      resumption = try probation.begin()
      self.probation = probation
      if arguments.has("fresh") { snapshot = nil }
    } catch let problem as SnapshotProblem {
      store = nil
      if arguments.value("snapshot") != nil { throw problem }
      switch problem {
      case .badName, .inUse: throw problem
      default: break
      }
      notSaving = problem.brief
      notices.append(
        [problem.errorDescription, problem.recoverySuggestion].compactMap(\.self)
          .joined(separator: " "))
    }
  }

  private static func path(
    _ application: String, _ principal: Principal?, _ arguments: Arguments,
    _ environment: [String: String]
  ) throws -> String {
    if let path = arguments.value("snapshot") {
      guard arguments.value("session") == nil else {
        throw UsageProblem(
          "--session and --snapshot name two places", advice: "Give one of them.")
      }
      return path
    }
    let folder = try SessionFolder(application: application, environment: environment)
    let path = try folder.file(
      forSession: arguments.value("session") ?? "main", principal: principal)
    try folder.create()
    return path
  }

  /// Makes this process the one that writes the session.
  private mutating func own(_ path: String, takingOver: Bool) throws {
    let owner = SessionLock.owner(
      terminal: ttyname(STDIN_FILENO).map { String(cString: $0) }, secondsSince1970: time(nil))
    lock =
      takingOver
      ? try SessionLock(takingOver: path + ".lock", owner: owner)
      : try SessionLock(path: path + ".lock", owner: owner)
  }

  private mutating func open(_ file: SnapshotFile, application: String) throws {
    let stored = try file.load()
    if let damage = stored.damage { notices.append(damage) }
    guard let body = stored.body else { return }
    do {
      let saved = try Snapshot(body: body)
      guard saved.application == application else {
        throw SnapshotProblem.foreign(application: saved.application)
      }
      snapshot = saved
    } catch SnapshotProblem.unreadable(let reason) {
      notices.append(
        "The saved session can't be read; a copy is kept as \(try file.setAside()): \(reason).")
    }
  }
}
