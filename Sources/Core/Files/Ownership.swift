package import Glibc

/// Rules about who must own a file or directory before it is trusted, used for private data, or
/// written by root.
package enum Ownership {
  /// Requires that only the user or root can write to the file and its directory, and to the
  /// directory of a link's target, because another user who can write there can replace the file.
  /// The error has the path of the offending file or directory.
  package static func requireTrusted(_ file: stat, at path: String) throws(FileError) {
    try requireTrusted(file, path)
    var directories = [directory(of: path)]
    if let real = realPath(path), directory(of: real) != directories[0] {
      directories.append(directory(of: real))
    }
    for directory in directories {
      var status = stat()
      guard stat(directory, &status) == 0 else {
        throw .system("examined", path: directory, code: errno)
      }
      try requireTrusted(status, directory)
    }
  }

  private static func requireTrusted(_ status: stat, _ path: String) throws(FileError) {
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .untrusted(path: path, isOtherUsers: true)
    }
    // In a directory with the sticky bit, such as /tmp, others can't replace the user's files.
    let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o1000 != 0
    if !isSticky, UserGroups.system.isWritableByOthers(status) {
      throw .untrusted(path: path, isOtherUsers: false)
    }
  }

  /// The directory must belong to the user or root, and no other user may rename its entries.
  package static func isTrustedDirectory(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && (try? requireTrusted(status, path)) != nil
  }

  /// The requirements of `XDG_RUNTIME_DIR`.
  package static func isPrivateDirectory(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// Another user couldn't change root's files in their home directory afterwards. `path` needn't
  /// exist; `variable` is the environment variable that it comes from.
  package static func requireOwnHome(
    _ path: String, from variable: String, user: uid_t = geteuid()
  ) throws(FileError) {
    guard user == 0 else { return }
    var existing = path
    while realPath(existing) == nil, existing != "/" { existing = directory(of: existing) }
    guard var ancestor = realPath(existing) else { return }
    // In a user namespace, system directories may belong to another user than root.
    let system: Set = [0, owner(of: "/") ?? 0]
    var found: (path: String, owner: uid_t)?
    while ancestor != "/" {
      if let owner = owner(of: ancestor), !system.contains(owner) { found = (ancestor, owner) }
      ancestor = directory(of: ancestor)
    }
    guard let found else { return }
    throw .otherUsersHome(path: found.path, owner: name(of: found.owner), variable: variable)
  }

  static func name(of user: uid_t) -> String { UserGroups.name(of: user) ?? "user \(user)" }

  /// The topmost entry that belongs to root within a directory of the user.
  static func rootsLeftover(on path: String) -> String? {
    guard geteuid() != 0 else { return nil }
    var prefix = ""
    var isOwn = false
    for component in path.split(separator: "/") {
      prefix += "/" + component
      guard let owner = owner(of: prefix) else { return nil }
      if isOwn, owner == 0 { return prefix }
      isOwn = owner == geteuid()
    }
    return nil
  }

  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
