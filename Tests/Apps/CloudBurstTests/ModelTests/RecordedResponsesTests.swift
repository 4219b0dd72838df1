import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension ModelTests {
  /// Lists as they come: as the article has them, torn, foreign, hostile.
  @MainActor @Suite struct RecordedResponsesTests {
    let directory: TemporaryDirectory

    init() async throws {
      directory = try TemporaryDirectory()
    }

    private func list(_ bytes: [UInt8]) async throws -> SystemList {
      try await Appliance.unplugged(directory.write("list.json", bytes)).shownList().list
    }

    private func list(_ text: String) async throws -> SystemList {
      try await list(Array(text.utf8))
    }

    /// What is wrong with a list, without the folder's name.
    private func problem(_ bytes: [UInt8]) async throws -> String? {
      let problem = await #expect(throws: ReplayError.self) { try await list(bytes) }
      #expect(problem.map { ExitCode($0) } == .data)
      return problem?.errorDescription?.replacing(directory.path + "/", with: "")
    }

    @Test("CloudBurst recording: missing bracket is reported with its line")
    func theArticlesListingIsRefusedWithThePlaceOfTheMissingBracket() async throws {
      let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/listing-6-as-printed.json").path()
      #expect(
        try await problem(NamedFile.read(path))
          == "list.json, line 44, column 1: the array that begins in line 1 isn't closed; "
          + "\"]\" is missing.")
    }

    @Test(
      "CloudBurst recording that is no list is refused",
      arguments: [
        ("", "list.json: the file is empty."),
        ("\n\n", "list.json, line 3, column 1: there is nothing here."),
        ("{}", "list.json: this is an object, not a list."),
        ("null", "list.json: this is null, not a list."),
        (
          #"{"message": "Not \u001b[31mauthorised\nat all"}"#,
          "list.json: this is an object, not a list; it says “Not \u{1B}[31mauthorised”."
        ),
        ("<html>", "list.json, line 1, column 1: \"<\" can't begin a value."),
      ])
    func whatIsNoListIsRefused(text: String, message: String) async throws {
      #expect(try await problem(Array(text.utf8)) == message)
    }

    @Test("CloudBurst recording in Latin-1 is refused with line and column")
    func latin1IsRefusedWithLineAndColumn() async throws {
      let bytes = Array("[\n{\"id\": 1, \"name\": \"Citt".utf8) + [0xE0] + Array("\"}]".utf8)
      let message = try #require(try await problem(bytes))
      #expect(message.hasPrefix("list.json, line 2, column 24: byte 0xE0 isn't UTF-8"))
    }

    @Test(
      "CloudBurst recording in UTF-16 is refused",
      arguments: [[0xFF, 0xFE, 0x5B, 0x00], [0xFE, 0xFF, 0x00, 0x5B]] as [[UInt8]])
    func utf16IsRefused(bytes: [UInt8]) async throws {
      #expect(
        try await problem(bytes)
          == "list.json, line 1, column 1: this is UTF-16; JSON is written in UTF-8.")
    }

    @Test("CloudBurst recording with deep nesting is refused")
    func deepNestingIsRefusedWithoutACrash() async throws {
      let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      let message = try #require(try await problem(Array("[{\"id\": 1, \"x\": \(deep)}]".utf8)))
      #expect(message.contains("are nested more than"))
    }

    @Test("CloudBurst recording may have a byte order mark and CRLF")
    func aByteOrderMarkAndCRLFAreAccepted() async throws {
      let list = try await list("\u{FEFF}[\r\n  {\"id\": 1,\r\n  \"name\": \"a\"}\r\n]\r\n")
      #expect(list.systems.map(\.title) == ["a"])
    }

    @Test("CloudBurst recording of an empty array is an empty list")
    func anEmptyArrayIsAnEmptyList() async throws {
      #expect(try await list("[]").systems.isEmpty)
    }

    @Test("CloudBurst recording of a list only shows links as text")
    func inALoneListLinksStayLinks() async throws {
      let path = try directory.write("list.json", #"[{"id": 1, "owner": "/resources/users/6"}]"#)
      let detail = try await Appliance.unplugged(path).shownDetail("1")
      #expect(detail.ownerText == "/resources/users/6")
      #expect(detail.patternText == nil)
      #expect(detail.machines == nil)
      #expect(detail.problems.isEmpty)
    }

    @Test("CloudBurst recording in a directory mirrors the server") func aFolderMirrorsTheServer()
      async throws
    {
      try directory.write(
        "resources/virtualSystems.json",
        #"[{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/9"}]"#)
      try directory.write("resources/users/6.json", #"{"username": "cb", "fullname": "C. B."}"#)
      try directory.write("resources/virtualSystems/1/virtualMachines.json", #"[{"id": 7}, 5]"#)
      let appliance = Appliance.unplugged(directory.path + "/")
      #expect(try await appliance.shownList().names["/resources/users/6"]?.short == "C. B.")
      let detail = try await appliance.shownDetail("1")
      #expect(detail.ownerText == "C. B. (cb)")
      #expect(detail.patternText == "/resources/patterns/9")
      #expect(detail.machines?.map(\.title) == ["Machine 7"])
      #expect(
        detail.skippedSummary
          == "1 of 2 entries unreadable, skipped: entry 2 is a number, not an object.")
      #expect(detail.problems.isEmpty)
    }

    @Test("CloudBurst recording: a broken linked file is named")
    func aBrokenLinkedFileDisturbsNothingButIsNamed() async throws {
      try directory.write(
        "resources/virtualSystems.json",
        #"[{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/1"}]"#)
      try directory.write("resources/users/6.json", "{")
      try directory.write("resources/virtualSystems/1/virtualMachines.json", "{}")
      #expect(mkdir(directory.path + "/resources/patterns", 0o700) == 0)
      #expect(mkfifo(directory.path + "/resources/patterns/1.json", 0o600) == 0)
      let appliance = Appliance.unplugged(directory.path)
      var shown: SystemDetail?
      await #expect(throws: ReplayError.self) {
        try await appliance.detail(ResourceID("1"), .appear) { detail, _ in shown = detail }
      }
      #expect(shown?.machines == nil)
      #expect(shown?.problems.count == 1)
      try directory.write("resources/virtualSystems/1/virtualMachines.json", "[]")
      let detail = try await appliance.shownDetail("1")
      #expect(detail.ownerText == "/resources/users/6")
      #expect(detail.patternText == "/resources/patterns/1")
      #expect(detail.machines?.isEmpty == true)
      #expect(detail.problems.count == 2)
      // The list of machines has nothing to do with owners and patterns.
      #expect(ListContent(detail, .attested).note == nil)
    }

    @Test(
      "CloudBurst recording: a hostile link never leaves the directory",
      arguments: [
        "/../outside", "../../outside", "/resources/../../outside", "/..", "\u{0}", "",
        "/resources/virtualSystems/../../../outside", "//outside", "/resources/users/..%2foutside",
      ])
    func aHostileLinkNeverLeavesTheFolder(link: String) async throws {
      try directory.write("outside.json", #"{"fullname": "outside"}"#)
      try directory.write("inside/resources/virtualSystems.json", "[]")
      let system = JSON.object([.init("id", .string(link + "x")), .init("owner", .string(link))])
      try directory.write("inside/resources/virtualSystems.json", JSON.array([system]).bytes)
      let detail = try await Appliance.unplugged(directory.path + "/inside").shownDetail(link + "x")
      #expect(detail.names[link] == nil)
      #expect(detail.machines == nil)
    }

    @Test("CloudBurst recording without a list is named") func aFolderWithoutAListIsNamed() async {
      let path = directory.path
      let name = "resources/virtualSystems.json"
      let problem = await #expect(throws: ReplayError.notRecorded(path, name: name)) {
        try await Appliance.unplugged(path).shownList()
      }
      #expect(problem.map { ExitCode($0) } == .noInput)
      #expect(
        problem?.errorDescription == "\(path): this folder has no resources/virtualSystems.json.")
    }
  }
}
