import Foundation
import RepriseTesting
import Testing

@testable import Core

/// A group may write where it is the person's alone: Ubuntu's and Fedora's umask lets it.
@Suite struct UserGroupsTests {
  private func groups(
    primary: gid_t = 1000, name: String = "luca", members: [String] = []
  ) -> UserGroups {
    UserGroups(
      findUser: { .init(name: "luca", group: primary) },
      findGroup: { $0 == 1000 ? .init(name: name, members: members) : nil })
  }

  private func status(_ mode: mode_t, group: gid_t = 1000) -> stat {
    var status = stat()
    status.st_mode = S_IFREG | mode
    status.st_gid = group
    return status
  }

  @Test(
    "User group of one user does not count as others",
    arguments: [
      (0o600, false), (0o644, false), (0o664, false), (0o660, false), (0o646, true), (0o602, true),
      (0o666, true),
    ] as [(mode_t, Bool)])
  func aGroupOfOnesOwnIsNobodyElse(mode: mode_t, isForOthers: Bool) {
    #expect(groups().isWritableByOthers(status(mode)) == isForOthers)
  }

  @Test("User group with other members counts as others") func aGroupThatIsNotOnesOwnIsOthers() {
    let writable = status(0o664)
    #expect(groups(primary: 100).isWritableByOthers(writable))
    #expect(groups(name: "staff").isWritableByOthers(writable))
    #expect(groups(members: ["anna"]).isWritableByOthers(writable))
    #expect(groups(members: ["luca", "anna"]).isWritableByOthers(writable))
    #expect(!groups(members: ["luca"]).isWritableByOthers(writable))
    #expect(groups().isWritableByOthers(status(0o664, group: 27)))
    // What nobody knows isn't one's own.
    #expect(groups(primary: 27).isWritableByOthers(status(0o664, group: 27)))
    #expect(
      UserGroups(findUser: { nil }, findGroup: { _ in .init(name: "luca", members: []) })
        .isWritableByOthers(writable))
    // Nobody asks where it makes no difference.
    #expect(!groups(members: ["anna"]).isWritableByOthers(status(0o644)))
  }

  /// As `id` has it.
  @Test("User and group names are those of the system") func theSystemsAreThoseThatTheSystemNames()
    throws
  {
    func id(_ option: String) throws -> String {
      let run = try ProgramRun("/usr/bin/env", "id", option)
      return run.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let person = try #require(UserGroups.system.findUser())
    #expect(person.name == (try id("-un")))
    let group = try #require(UserGroups.system.findGroup(person.group))
    #expect(group.name == (try id("-gn")))
    #expect(UserGroups.system.findGroup(gid_t.max - 7) == nil)
  }

  /// Reads an entry with a call that fails with these codes first, and tells the room that each
  /// call had.
  private func read(
    _ codes: [Int32], isFound: Bool = true
  ) -> (value: CChar?, rooms: [Int]) {
    var rest = codes[...]
    var rooms: [Int] = []
    let value = UserGroups.entry(CChar(0)) { entry, memory, size, found in
      rooms.append(size)
      if let code = rest.popFirst() { return code }
      entry = 7
      if isFound { found = memory }
      return 0
    } value: {
      $0
    }
    return (value, rooms)
  }

  /// A group of a large company has many members.
  @Test("User group lookup grows its buffer up to a mebibyte")
  func aLongEntryGetsMoreRoomUpToAMebibyte() {
    let all = (10...20).map { 1 << $0 }
    #expect(read([]) == (7, [1024]))
    #expect(read([ERANGE, EINTR]) == (7, [1024, 2048, 4096]))
    #expect(read(Array(repeating: ERANGE, count: 10)) == (7, all))
    #expect(read(Array(repeating: ERANGE, count: 99)) == (nil, all))
    #expect(read([EIO]) == (nil, [1024]))
    #expect(read([], isFound: false) == (nil, [1024]))
  }
}
