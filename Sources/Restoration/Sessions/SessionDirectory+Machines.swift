/// Per-machine sessions, for directories without locks, as on some network file systems:
/// `main@bastion.snapshot`. Their locks are in a local directory of the machine.
extension SessionDirectory {
  /// Returns the path of a machine's own session file, given the shared session's path.
  public static func file(_ path: String, of machine: String) -> String {
    let ending = ".snapshot"
    return
      "\(path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path)@\(machine)\(ending)"
  }
}

extension SessionDirectory.File {
  /// The machine to which the session belongs; `nil` if any machine can open it.
  public var machine: String? {
    // Session names can't contain `@`.
    stem.lastIndex(of: "@").map { String(stem[stem.index(after: $0)...]) }
  }

  var sharedStem: Substring { stem.prefix { $0 != "@" } }

  func lockPath(_ environment: [String: String]) -> String {
    machine == nil
      ? path + ".lock" : SessionLock.machineFile(for: path, environment: environment)
  }
}
