import Core
import Foundation
import RepriseTesting
import Restoration
import Screens
import Testing

@testable import Reprise

/// A session file says of its author what its sender likes: the servers that it leads to decide
/// whether the person is asked.
@MainActor @Suite struct ForeignSessionTests {
  private enum Place: AppRoute {
    case start
    case systems(of: String)

    var namedServers: [String] {
      switch self {
      case .start: []
      case .systems(let server): [server]
      }
    }
  }

  private let author = "ada@here"

  /// A session of one's own, as its author says, with screens one above the other.
  private func session(
    _ screens: [Place], state: String = "{}", title: String = ""
  ) throws -> Snapshot {
    func encode(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    let title = try encode(title)
    let entries = try screens.map { screen in
      #"{"route":\#(try encode(screen)),"state":\#(state),"title":\#(title),"version":1}"#
    }
    return Snapshot(
      application: "test", version: "1.0", author: author, account: nil, savedAt: 0,
      entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) })
  }

  private func foreign(_ snapshot: Snapshot, isReplaced: Bool = false) -> ForeignSession? {
    ForeignSession(
      snapshot, path: "/tmp/x.snapshot", author: author, account: nil, isNamed: true,
      routes: RouteServers(of: Place.self), isReplaced: isReplaced)
  }

  @Test(
    "A foreign session's server is named however written",
    arguments: [
      ("127.0.0.1:8443", "https://127.0.0.1:8443"),
      ("Evil.example.com", "https://evil.example.com"),
      (" ::1", "https://[::1]"), ("http://evil.example.com:80/a", "http://evil.example.com"),
      ("not a server", "not a server"),
    ])
  func aServerIsNamedHoweverItIsWritten(text: String, words: String) throws {
    let asked = try #require(foreign(session([.start, .systems(of: text)])))
    #expect(asked.description.contains("It would contact: \(words)"))
  }

  @Test("A session without servers isn't foreign") func whatLeadsToNoServerIsOnesOwn() throws {
    #expect(foreign(try session([.start, .systems(of: "")])) == nil)
    let state = #"{"notes":"see HTTPS://evil.example.com/a"}"#
    let inAState = try #require(foreign(session([.start], state: state)))
    #expect(inAState.description.contains("https://evil.example.com"))
  }

  /// Only an application's own routes name their servers, and of those only the ones that this
  /// release knows.
  @Test(
    "A foreign session's unknown route is searched for addresses",
    arguments: ["framework", "route"])
  func aRouteThatNobodyNamesServersForIsReadForAddresses(kind: String) throws {
    var snapshot = try session([.start])
    let entry = """
      {"\(kind)":{"later":{"at":"https://evil.example.com:9/a"}},"state":{},"title":"","version":1}
      """
    snapshot.entries.append(Snapshot.Entry(bytes: Array(entry.utf8)))
    let asked = try #require(foreign(snapshot))
    #expect(asked.description.contains("It would contact: https://evil.example.com:9"))
  }

  @Test("A foreign session names the top screen's server first")
  func theTopScreensServerIsNamedFirst() throws {
    let asked = try #require(
      foreign(session([.systems(of: "one.example"), .systems(of: "two.example")])))
    #expect(
      asked.description.contains("It would contact: https://two.example, https://one.example"))
    try asked.requireShowable()
  }

  /// Also where it is asked without encryption.
  @Test(
    "A session of the account's own server isn't foreign",
    arguments: ["https://lab.example.com", "http://lab.example.com"])
  func theServerThatThePersonNamedIsNoStrangers(server: String) throws {
    let account = Account(server: server, user: "ada")
    func foreign(of saved: Account?, _ place: Place) throws -> ForeignSession? {
      var snapshot = try session([.start, place])
      snapshot.account = saved
      return ForeignSession(
        snapshot, path: "/tmp/x.snapshot", author: author, account: account, isNamed: true,
        routes: RouteServers(of: Place.self))
    }
    #expect(try foreign(of: account, .systems(of: server)) == nil)
    #expect(try foreign(of: account, .systems(of: "evil.example.com")) != nil)
    let anothers = try foreign(of: Account(server: server, user: "eve"), .start)
    #expect(anothers?.description.contains("here it would be used for ada") == true)
  }

  /// The first letter is Cyrillic.
  @Test("A foreign session's look-alike server is named in ASCII")
  func aNameThatLooksLikeAnotherIsSeen() throws {
    let asked = try #require(foreign(session([.systems(of: "аpple.example")])))
    #expect(asked.description.contains("xn--pple-43d.example"))
  }

  /// Long texts would push off the screen what matters, and leave a sentence of the file's own
  /// above the question.
  @Test(
    "A foreign session's long texts are cut in the question",
    arguments: [" ", "\n", "\u{2028}", "\u{3000}", "\u{2800}", "x", "東"])
  func whatAFileSaysIsCutToSize(filling: String) throws {
    let forged = "Mine" + String(repeating: filling, count: 3000) + "It was saved by ada@here."
    var snapshot = try session([.systems(of: "evil.example.com")], title: forged)
    snapshot.author = forged
    snapshot.account = Account(server: "lab.example.com", user: forged)
    let asked = try #require(foreign(snapshot))
    let lines = asked.description.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count < 250 })
    #expect(lines.last?.contains("https://evil.example.com") == true)
  }

  @Test("A foreign session of too many servers isn't opened")
  func whereNotAllServersCanBeShownNothingIsOpened() throws {
    let decoys = (1...60).map { Place.systems(of: "decoy-\($0).example.com") }
    let snapshot = try session(decoys + [.systems(of: "evil.example.com")])
    let asked = try #require(foreign(snapshot))
    #expect(
      throws: SnapshotError.file(
        .unsafe(path: "/tmp/x.snapshot", "it names 61 servers, more than can be shown"))
    ) { try asked.requireShowable() }
    // Nothing of it is opened.
    try #require(self.foreign(snapshot, isReplaced: true)).requireShowable()
  }

  @Test(
    "A foreign session's servers may have 800 characters", arguments: [(800, true), (801, false)])
  func soMuchOfServersCanBeShown(length: Int, isShowable: Bool) throws {
    let server = "a " + String(repeating: "b", count: length - 2)
    let asked = try #require(foreign(session([.systems(of: server)])))
    #expect(asked.description.hasSuffix("It would contact: \(server)"))
    if isShowable {
      try asked.requireShowable()
    } else {
      #expect(
        throws: SnapshotError.file(
          .unsafe(path: "/tmp/x.snapshot", "it names 1 servers, more than can be shown"))
      ) { try asked.requireShowable() }
    }
  }

  @Test("A foreign session is described before opening or replacing")
  func thePersonIsToldAllAndAskedWhetherToOpenOrToReplaceIt() throws {
    var snapshot = try session([.systems(of: "evil.example.com")], title: "Systems")
    snapshot.author = nil
    snapshot.account = Account(server: "lab.example.com", user: "eve")
    let opened = try #require(foreign(snapshot))
    #expect(
      opened.description == """
          /tmp/x.snapshot says that it was saved by an unknown user, 1970-01-01T00:00:00Z.
          It belongs to eve at lab.example.com; here it would be used for no server.
          It would open: Systems
          It would contact: https://evil.example.com
        """)
    #expect(opened.refusal == "nothing was opened")
    let replaced = try #require(foreign(snapshot, isReplaced: true))
    #expect(
      replaced.description == """
          /tmp/x.snapshot says that it was saved by an unknown user, 1970-01-01T00:00:00Z.
          It belongs to eve at lab.example.com.
          --fresh would replace all of it: Systems
        """)
    #expect(replaced.refusal == "nothing was replaced")
    // Of whose account there is nothing to tell.
    snapshot.account = nil
    let own = try #require(foreign(snapshot, isReplaced: true))
    #expect(!own.description.contains("It belongs to"))
    #expect(try #require(foreign(snapshot)).description.contains("It belongs to") == false)
  }

  /// The usual session of an account may name whatever it likes: only that it is another account's
  /// is asked about.
  @Test("A usual session is foreign only for another account")
  func aSessionThatWasNotNamedIsForeignByItsAccountAlone() throws {
    let ada = Account(server: "lab.example.com", user: "ada")
    func isForeign(_ saved: Account?) throws -> Bool {
      var snapshot = try session([.systems(of: "evil.example.com")])
      snapshot.author = "eve@there"
      snapshot.account = saved
      return ForeignSession(
        snapshot, path: "/tmp/x.snapshot", author: author, account: ada, isNamed: false,
        routes: RouteServers(of: Place.self)) != nil
    }
    #expect(try !isForeign(ada))
    #expect(try isForeign(nil))
    #expect(try isForeign(Account(server: ada.server, user: "eve")))
  }

  @Test("A foreign session's addresses in texts are named once each")
  func addressesInTextsAreServersEachOnceAndUpToTheirPorts() throws {
    let state = """
      {"a":"see http://one.example/x, (HTTPS://Two.example:8443?q) or ftp://no.example",\
      "https://three.example#":1,"b":["https:///x","http://one.example'","://","x:"]}
      """
    let asked = try #require(foreign(session([.start], state: state)))
    #expect(
      asked.description.hasSuffix(
        "It would contact: http://one.example, https://two.example:8443, https://three.example"))
  }

  @Test(
    "Only y or yes agrees to open a foreign session",
    arguments: [
      ("y", true), ("Yes", true), ("YES", true), ("", false), ("n", false), ("yess", false),
      (nil, false),
    ] as [(String?, Bool)])
  func onlyAYesIsOne(answer: String?, agrees: Bool) {
    #expect(ForeignSession.agrees(answer) == agrees)
  }
}
