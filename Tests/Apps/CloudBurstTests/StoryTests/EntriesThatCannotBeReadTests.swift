import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// Absence from an answer of which not all can be read is no deletion.
@MainActor @Suite struct EntriesThatCannotBeReadTests {
  private let directory: TemporaryDirectory
  private let server: FickleServer

  init() throws {
    directory = try TemporaryDirectory()
    server = try FickleServer(cachedIn: directory)
  }

  private static let whole =
    #"[{"id":1,"name":"sys-1","currentstatus":"RM01006"},{"id":2,"name":"sys-2"},{"id":3,"name":"sys-3"}]"#
  private static let partly =
    #"[{"id":3,"name":"sys-3"},{"id":null,"name":"sys-1"},{"id":2,"name":"sys-2"}]"#

  private func line(_ name: String, _ session: TestSession<Route>) -> String? {
    (0..<session.frame.size.rows).map { session.frame.text(ofRow: $0) }
      .first { $0.contains(name) && !$0.contains("unreadable") }
  }

  @Test(
    "CloudBurst unreadable entry keeps its last row with its age",
    arguments: [Size(rows: 24, columns: 100), Size(rows: 10, columns: 40)])
  func theLastKnownRowStaysWithAMarkAndItsAge(size: Size) async throws {
    server.answer = .json(Self.whole)
    let session = try await server.session(size: size)
    server.answer = .json(Self.partly)
    await session.pass(seconds: 30)
    try session.expectNo("deleted")
    try session.expect("1 of 3 entries unreadable")
    let row = try #require(line("sys-1", session))
    #expect(row.dropFirst().hasPrefix("~ sys-1"), "\(session.frame.text)")
    #expect(size.columns == 40 || row.contains(" at 10:00"))
    try session.expect(size.columns == 40 ? "LIVE" : "LIVE host.example")
    // It comes back as it was, also where the server can't be reached.
    let answer = server.answer
    server.answer = .problem(.refused(host: "host.example"))
    await session.pass(seconds: 30)
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    server.answer = answer
    await session.pass(seconds: 30)
    #expect(line("sys-1", session) == row)
    // The next answer that is whole has the last word.
    server.answer = .json(#"[{"id":2,"name":"sys-2"},{"id":3,"name":"sys-3"}]"#)
    await session.pass(seconds: 30)
    try session.expect("“sys-1” was deleted")
    #expect(line("~ sys-1", session) == nil)
    guard size.columns == 100 else { return }
    await session.press("!")
    try session.expect("1 of 3 entries unreadable")
    try session.expect("all entries can be read again")
  }

  @Test("CloudBurst response without readable entries deletes nothing")
  func anAnswerWithoutAnEntryThatCanBeReadDeletesNothingAlsoAfterAKill() async throws {
    server.answer = .json(Self.whole)
    let session = try await server.session()
    server.answer = .json("[null,{}]")
    await session.pass(seconds: 30)
    try session.expect("BAD ANSWER 10:00")
    try await session.killAndRelaunch()
    try session.expect("BAD ANSWER 10:00")
    for name in ["sys-1", "sys-2", "sys-3"] { try session.expect(name) }
    try session.expectNo("deleted")
  }

  @Test("CloudBurst partly readable list does not delete the open system")
  func aSystemThatIsNotInAPartOfTheListIsNotSaidToBeDeleted() async throws {
    server.answer = .json(Self.whole)
    let session = try await server.session()
    await session.press(.enter)
    try session.expect("sys-1")
    server.answer = .json(Self.partly)
    await session.pass(seconds: 30)
    try session.expect("BAD ANSWER 10:00")
    try session.expect("sys-1")
    try session.expectNo("no longer exists")
  }

  @Test("CloudBurst machines of a partly readable list stay") func machinesStayToo() async throws {
    server.machines = .json(#"[{"id":1,"name":"web-1"},{"id":2,"name":"web-2"}]"#)
    let session = try await server.session()
    await session.press(.enter, "m")
    try session.expect("web-2")
    server.machines = .json(#"[{"id":1,"name":"web-1"},5]"#)
    await session.pass(seconds: 30)
    try session.expectNo("deleted")
    try session.expect("1 of 2 entries unreadable")
    try session.expect("~ web-2")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    await session.press("j", .enter)
    try session.expect("web-2")
    try session.expectNo("no longer has")
    await session.press(.escape)
    server.machines = .json("[5]")
    await session.pass(seconds: 30)
    try session.expect("BAD ANSWER")
    try session.expect("web-1")
  }
}
