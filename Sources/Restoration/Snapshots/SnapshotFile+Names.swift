extension SnapshotFile {
  /// The session's name, which is also used for copies of its file: "main" for `main.snapshot` and
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

  static func copyPath(of path: String) -> String {
    (path.hasSuffix(".snapshot") ? String(path.dropLast(".snapshot".count)) : path) + ".durable"
  }

  /// The suffix of a file that was superseded by its newer copy.
  static let olderEnding = ".older"
}
