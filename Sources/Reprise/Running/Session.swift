import Foundation
import Restoration

/// The session that a command line asks for: where it is kept, and what it holds.
@MainActor struct Session {
  let principal: Principal?
  /// This person on this machine.
  let author: String
  /// The session, if it is somebody else's and the person has to agree first.
  private(set) var foreign: ForeignSession?
  /// Nil if nothing is to be saved.
  private(set) var store: (any SnapshotStore)?
  /// Held for as long as the process lives.
  private var lock: SessionLock?
  /// What to resume; nil to begin.
  private(set) var snapshot: Snapshot?
  private(set) var probation: Probation?
  /// What the person should know, in sentences.
  private(set) var notices: [String] = []
  /// Why nothing is saved although it should be, for the status line.
  private(set) var notSaving: String?

  /// Opens the session. Throws `SnapshotProblem` or `UsageProblem` for what the person asked for by name; what is wrong with the
  /// usual session is a notice, because the application is of use without it.
  init(
    application: String, version: String, principal: Principal?, arguments: Arguments,
    environment: [String: String], system: any FileSystem = SystemFiles()
  ) throws {
    self.principal = principal
    author = Session.author(environment)
    if arguments.has("ephemeral") { return }
    if geteuid() == 0, environment["SUDO_UID"] != nil, arguments.value("snapshot") == nil {
      // Files of root's in the user's own folder would keep the next start from saving.
      notices.append("Started with sudo, so this session isn't saved.")
      return
    }
    do {
      let wanted = try Session.path(application, principal, arguments, environment)
      let path = try own(wanted, takingOver: arguments.has("take-over"), environment, system)
      let file = SnapshotFile(path: path, system: system)
      store = file
      do {
        try open(file, application: application, version: version)
      } catch SnapshotProblem.newer where arguments.has("fresh") {
        notices.append("What a newer release saved is kept as \(try file.setAside()).")
      }
      if arguments.has("take-over") { try file.takeOver() }
      if let snapshot, !arguments.has("fresh") {
        foreign = ForeignSession(
          snapshot, path: path, author: author, principal: principal,
          isNamed: arguments.value("snapshot") != nil)
      }
      probation = Probation(path: path + ".attempts", system: system)
      if arguments.has("fresh") { snapshot = nil }
    } catch let problem as SnapshotProblem {
      if arguments.value("snapshot") != nil { throw problem }
      switch problem {
      case .badName, .inUse: throw problem
      default: goOnWithoutSaving(problem)
      }
    }
  }

  /// Says how much may be resumed, after starts that failed. Call it when nothing stands in the way of this one:
  /// a start that is refused, for want of a terminal or of data, hasn't failed.
  mutating func beginProbation() -> Resumption {
    do {
      return try probation?.begin() ?? .everything
    } catch {
      goOnWithoutSaving(error as? SnapshotProblem ?? .unreadable("\(error)"))
      return .everything
    }
  }

  private mutating func goOnWithoutSaving(_ problem: SnapshotProblem) {
    store = nil
    probation = nil
    notSaving = problem.brief
    notices.append(problem.sentences)
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

  /// Makes this process the one that writes the session; returns where that is.
  ///
  /// Some network file systems have no locks. There each machine has a session of its own, locked in the machine's own folder.
  private mutating func own(
    _ path: String, takingOver: Bool, _ environment: [String: String], _ system: any FileSystem
  ) throws -> String {
    do {
      lock = try Session.lock(path + ".lock", takingOver, system)
      return path
    } catch SnapshotProblem.system(_, _, let code) where Session.lockless.contains(code) {
      let host = Session.host()
      notices.append("This folder has no locks, so the session is \(host)'s alone.")
      let stem = path.hasSuffix(".snapshot") ? String(path.dropLast(".snapshot".count)) : path
      let own = "\(stem)@\(host).snapshot"
      lock = try Session.lock(Session.localLock(for: own, environment), takingOver, SystemFiles())
      return own
    }
  }

  /// What `flock` says where there is no such thing.
  private static let lockless: Set = [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL]

  private static func lock(
    _ path: String, _ takingOver: Bool, _ system: any FileSystem
  ) throws -> SessionLock {
    let owner = SessionLock.owner(
      terminal: ttyname(STDIN_FILENO).map { String(cString: $0) }, secondsSince1970: time(nil))
    return takingOver
      ? try SessionLock(takingOver: path, owner: owner, system: system)
      : try SessionLock(path: path, owner: owner, system: system)
  }

  /// A lock's file where there are locks: in the folder that the system clears when the person logs out, or in the one for all.
  private static func localLock(for path: String, _ environment: [String: String]) -> String {
    let folder = environment["XDG_RUNTIME_DIR"] ?? "/tmp"
    let name = path.utf8.map { byte in
      byte == UInt8(ascii: "/") ? "_" : String(UnicodeScalar(byte))
    }
    return "\(folder)/reprise-\(geteuid())\(name.joined().suffix(160)).lock"
  }

  /// The machine's name as the kernel has it: nobody is asked for more, who might be slow to answer.
  private static func host() -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    _ = gethostname(&bytes, bytes.count - 1)
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .prefix { $0 != "." }
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(63)
    return plain.isEmpty ? "localhost" : String(plain)
  }

  /// The person's name as the environment has it. The user database may be on another machine, and a start waits for none.
  private static func author(_ environment: [String: String]) -> String {
    let name = environment["LOGNAME"] ?? environment["USER"] ?? ""
    return "\(name.isEmpty ? "user \(geteuid())" : name)@\(host())"
  }

  private mutating func open(
    _ file: SnapshotFile, application: String, version: String
  ) throws {
    let stored = try file.load()
    if let damage = stored.damage { notices.append(damage) }
    guard let body = stored.body else { return }
    do {
      let saved = try Snapshot(body: body)
      guard saved.application == application else {
        throw SnapshotProblem.foreign(application: saved.application)
      }
      snapshot = saved
      // Before an upgrade, or a step back, has a chance to save something else.
      if saved.version != version { try file.keepGeneration(of: saved.version) }
    } catch SnapshotProblem.unreadable(let reason) {
      notices.append(
        "The saved session can't be read; a copy is kept as \(try file.setAside()): \(reason).")
    }
  }
}
