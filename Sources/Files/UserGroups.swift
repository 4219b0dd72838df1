#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// The users and groups that the system knows, by which others than the person may write.
///
/// On Ubuntu and Fedora each person has a group of their own, and what they make may be written by it (umask 002). That group is nobody else.
package struct UserGroups: Sendable {
  /// A user: its name, and its primary group.
  package struct User: Sendable {
    let name: String
    let group: gid_t
  }

  /// A group: its name, and the names of its members.
  package struct Group: Sendable {
    let name: String
    let members: [String]
  }

  /// Finds the person, whose process this is.
  let findPerson: @Sendable () -> User?
  /// Finds a group by its number.
  let findGroup: @Sendable (gid_t) -> Group?

  /// The users and groups of the system.
  package static let system = UserGroups(findPerson: systemPerson, findGroup: systemGroup)

  /// Tells whether others may write to the file, or in the folder: everybody may, or a group that isn't the person's alone.
  package func letOthersWrite(_ status: stat) -> Bool {
    if status.st_mode & 0o002 != 0 { return true }
    return status.st_mode & 0o020 != 0 && !isPrivate(status.st_gid)
  }

  /// Tells whether a group is the person's alone: their primary one, with their name, and without other members.
  ///
  /// Who else has it as their primary group isn't known: a group lists its further members alone, and to look through all users may take
  /// long. An administrator who gives somebody another person's own group means it.
  package func isPrivate(_ number: gid_t) -> Bool {
    guard let person = findPerson(), person.group == number, let group = findGroup(number) else {
      return false
    }
    return group.name == person.name && group.members.allSatisfy { $0 == person.name }
  }

  private static func systemPerson() -> User? { user(geteuid()) }

  /// The name of a user; nil if the system doesn't know one of that number.
  static func name(of number: uid_t) -> String? { user(number)?.name }

  private static func user(_ number: uid_t) -> User? {
    entry(passwd()) {
      getpwuid_r(number, &$0, $1, $2, &$3)
    } value: {
      User(name: text($0.pw_name), group: $0.pw_gid)
    }
  }

  private static func systemGroup(_ number: gid_t) -> Group? {
    entry(group()) {
      getgrgid_r(number, &$0, $1, $2, &$3)
    } value: { group in
      var members: [String] = []
      while let member = group.gr_mem?[members.count] { members.append(String(cString: member)) }
      return Group(name: text(group.gr_name), members: members)
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<CChar>?) -> String {
    bytes.map { String(cString: $0) } ?? ""
  }

  /// Reads an entry into as much memory as it needs, and takes its value from there; nil if there is none, or it can't be read.
  static func entry<Entry, Value>(
    _ blank: Entry,
    read: (
      inout Entry, UnsafeMutablePointer<CChar>, Int, inout UnsafeMutablePointer<Entry>?
    ) -> Int32,
    value: (Entry) -> Value
  ) -> Value? {
    var size = 1 << 10
    while size <= 1 << 20 {
      var entry = blank
      var found: UnsafeMutablePointer<Entry>?
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { memory.deallocate() }
      let code = read(&entry, memory, size, &found)
      if code == 0 { return found == nil ? nil : value(entry) }
      guard code == ERANGE || code == EINTR else { return nil }
      size *= 2
    }
    return nil
  }
}
