package import Glibc

/// The system's users and groups, to find out whether other users can write to a file. The private
/// group that Ubuntu and Fedora give each user (umask 002) isn't another user.
package struct UserGroups: Sendable {
  package struct User: Sendable {
    let name: String
    let group: gid_t
  }

  package struct Group: Sendable {
    let name: String
    let members: [String]
  }

  let findUser: @Sendable () -> User?
  let findGroup: @Sendable (gid_t) -> Group?

  package static let system = UserGroups(findUser: systemUser, findGroup: systemGroup)

  package func isWritableByOthers(_ status: stat) -> Bool {
    if status.st_mode & 0o002 != 0 { return true }
    return status.st_mode & 0o020 != 0 && !isPrivate(status.st_gid)
  }

  /// The user's primary group, with their name and no other members. Other users who have it as
  /// their primary group aren't detected, because a group lists only its additional members and
  /// searching all users can be slow.
  package func isPrivate(_ number: gid_t) -> Bool {
    guard let user = findUser(), user.group == number, let group = findGroup(number) else {
      return false
    }
    return group.name == user.name && group.members.allSatisfy { $0 == user.name }
  }

  private static func systemUser() -> User? { user(geteuid()) }

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

  /// Calls a `get…_r` function with a growing buffer, up to 1 MiB.
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
