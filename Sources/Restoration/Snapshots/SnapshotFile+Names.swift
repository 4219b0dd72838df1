/// The names of a session's file and of what lies beside it.
extension SnapshotFile {
  /// The name of the session in a file, which the copies that are made of the file have, too: "main" of `main.snapshot` and of
  /// `main.snapshot.from-0.1.0`.
  static func session(of path: String) -> String {
    let file = path.split(separator: "/").last ?? path[...]
    for ending in [".snapshot", ".durable"] {
      guard let found = file.ranges(of: ending).last else { continue }
      let rest = file[found.upperBound...]
      let isCopy = [".aside-", ".from-", olderEnding].contains { rest.hasPrefix($0) }
      if rest.isEmpty || isCopy { return String(file[..<found.lowerBound]) }
    }
    return String(file)
  }

  /// The path of the copy of a session's file.
  static func copyPath(of path: String) -> String {
    (path.hasSuffix(".snapshot") ? String(path.dropLast(".snapshot".count)) : path) + ".durable"
  }

  /// The ending of a file that was passed by for its newer copy.
  static let olderEnding = ".older"
}
