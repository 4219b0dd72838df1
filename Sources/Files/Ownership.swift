#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// The rules about whose a file or a folder must be: to be obeyed, to hold what is private, and to
/// be written by root.
package enum Ownership {
  /// Requires that only the user or root can write a file that is obeyed: it names commands that are
  /// run, or servers that get a password. The same holds for its folder, and for the folder that a
  /// link leads to: another user who may write there can replace the file.
  ///
  /// Throws `FileError.notObeyed`, which names the file or the folder.
  package static func requireTrusted(_ file: stat, at path: String) throws(FileError) {
    try requireTrusted(file, path)
    var directories = [directory(of: path)]
    if let real = realPath(path), directory(of: real) != directories[0] {
      directories.append(directory(of: real))
    }
    for place in directories {
      var status = stat()
      guard stat(place, &status) == 0 else {
        throw .system("examined", path: place, code: errno)
      }
      try requireTrusted(status, place)
    }
  }

  private static func requireTrusted(_ status: stat, _ path: String) throws(FileError) {
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .notObeyed(path: path, isAnothers: true)
    }
    // In a folder with the sticky bit, as /tmp is one, others can't replace the user's files.
    let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o1000 != 0
    if !isSticky, UserGroups.system.letOthersWrite(status) {
      throw .notObeyed(path: path, isAnothers: false)
    }
  }

  /// Tells whether a private folder may be made in a folder: it is the user's or root's, and no other
  /// user may rename what is there.
  package static func isTrustedDirectory(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && (try? requireTrusted(status, path)) != nil
  }

  /// Tells whether a path is absolute and leads to a folder that is the user's alone, as
  /// XDG_RUNTIME_DIR has to.
  package static func isPrivateDirectory(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// Sees that root writes nothing in another user's home, whichever way root got there: that user
  /// couldn't change it afterwards.
  ///
  /// The path needn't be there; `variable` is the environment's that has led to it. Throws
  /// `FileError.anothersHome`.
  package static func requireOwnHome(
    _ path: String, from variable: String, user: uid_t = geteuid()
  ) throws(FileError) {
    guard user == 0 else { return }
    var existing = path
    while realPath(existing) == nil, existing != "/" { existing = directory(of: existing) }
    guard var place = realPath(existing) else { return }
    // In a user namespace the system's own folders can have another owner than root.
    let system: Set = [0, owner(of: "/") ?? 0]
    var found: (path: String, owner: uid_t)?
    while place != "/" {
      if let owner = owner(of: place), !system.contains(owner) { found = (place, owner) }
      place = directory(of: place)
    }
    guard let found else { return }
    throw .anothersHome(path: found.path, owner: name(of: found.owner), variable: variable)
  }

  /// The name of a user, or else the number.
  static func name(of user: uid_t) -> String { UserGroups.name(of: user) ?? "user \(user)" }

  /// The uppermost file or folder on a path that root has left in a folder of the user's; nil if
  /// there is none.
  static func rootsLeftover(on path: String) -> String? {
    guard geteuid() != 0 else { return nil }
    var place = ""
    var isOwn = false
    for component in path.split(separator: "/") {
      place += "/" + component
      guard let owner = owner(of: place) else { return nil }
      if isOwn, owner == 0 { return place }
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
