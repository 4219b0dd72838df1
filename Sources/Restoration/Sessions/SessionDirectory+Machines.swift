/// Sessions of each machine, in a folder that has no locks, as on some network file systems: `main@bastion.snapshot`, whose locks
/// are in the machine's own folder.
extension SessionDirectory {
  /// The file of a machine's own session, by the file that the session has where there are locks.
  public static func file(_ path: String, of machine: String) -> String {
    let ending = ".snapshot"
    return
      "\(path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path)@\(machine)\(ending)"
  }
}

extension SessionDirectory.File {
  /// The machine whose own session it is; nil for one that is every machine's.
  public var machine: String? {
    // No session's name has this sign in it.
    stem.lastIndex(of: "@").map { String(stem[stem.index(after: $0)...]) }
  }

  /// The file's name without the machine.
  var sharedStem: Substring { stem.prefix { $0 != "@" } }

  /// The file that is locked while a process has the session.
  func lockPath(_ environment: [String: String]) -> String {
    machine == nil
      ? path + ".lock" : SessionLock.machineFile(for: path, environment: environment)
  }
}
