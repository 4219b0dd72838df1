import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension ModelTests {
  /// Lists as they come: as the article has them, torn, foreign, hostile.
  @Suite struct RecordedAnswersTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func list(_ bytes: [UInt8]) throws -> SystemList {
      try RecordedAnswers(at: folder.write("list.json", bytes)).systemList()
    }

    private func list(_ text: String) throws -> SystemList {
      try list(Array(text.utf8))
    }

    /// What is wrong with a list, without the folder's name.
    private func problem(_ bytes: [UInt8]) throws -> String? {
      let problem = #expect(throws: SourceProblem.self) { try list(bytes) }
      #expect(problem?.exitCode == .data)
      return problem?.errorDescription?.replacing(folder.path + "/", with: "")
    }

    @Test func theArticlesListingIsRefusedWithThePlaceOfTheMissingBracket() throws {
      let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/listing-6-as-printed.json").path()
      #expect(
        try problem(RecordedFile.read(path))
          == "list.json, line 44, column 1: the array that begins in line 1 isn't closed; "
          + "\"]\" is missing.")
    }

    @Test(arguments: [
      ("", "list.json: the file is empty."),
      ("\n\n", "list.json, line 3, column 1: there is nothing here."),
      ("{}", "list.json: this is an object, not a list."),
      ("null", "list.json: this is null, not a list."),
      (
        #"{"message": "Not \u001b[31mauthorised\nat all"}"#,
        "list.json: this is an object, not a list; it says “Not ^[[31mauthorised”."
      ),
      ("<html>", "list.json, line 1, column 1: \"<\" can't begin a value."),
    ])
    func whatIsNoListIsRefused(text: String, message: String) throws {
      #expect(try problem(Array(text.utf8)) == message)
    }

    @Test func latin1IsRefusedWithLineAndColumn() throws {
      let bytes = Array("[\n{\"id\": 1, \"name\": \"Citt".utf8) + [0xE0] + Array("\"}]".utf8)
      let message = try #require(try problem(bytes))
      #expect(message.hasPrefix("list.json, line 2, column 24: byte 0xE0 isn't UTF-8"))
    }

    @Test(arguments: [[0xFF, 0xFE, 0x5B, 0x00], [0xFE, 0xFF, 0x00, 0x5B]] as [[UInt8]])
    func utf16IsRefused(bytes: [UInt8]) throws {
      #expect(
        try problem(bytes)
          == "list.json, line 1, column 1: this is UTF-16; JSON is written in UTF-8.")
    }

    @Test func deepNestingIsRefusedWithoutACrash() throws {
      let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      let message = try #require(try problem(Array("[{\"id\": 1, \"x\": \(deep)}]".utf8)))
      #expect(message.contains("deep in each other"))
    }

    @Test func aByteOrderMarkAndCRLFAreAccepted() throws {
      let list = try list("\u{FEFF}[\r\n  {\"id\": 1,\r\n  \"name\": \"a\"}\r\n]\r\n")
      #expect(list.systems.map(\.title) == ["a"])
    }

    @Test func anEmptyArrayIsAnEmptyList() throws {
      #expect(try list("[]").systems.isEmpty)
    }

    @Test func inALoneListLinksStayLinks() throws {
      let path = try folder.write("list.json", #"[{"id": 1, "owner": "/resources/users/6"}]"#)
      let answers = RecordedAnswers(at: path)
      let list = try answers.systemList()
      #expect(list.ownerText(of: list.systems[0]) == "/resources/users/6")
      let detail = answers.detail(of: list.systems[0])
      #expect(detail.owner == Link(uri: "/resources/users/6", title: nil))
      #expect(detail.pattern == nil)
      #expect(detail.machines == nil)
      #expect(detail.problems.isEmpty)
    }

    @Test func aFolderMirrorsTheServer() throws {
      try folder.write(
        "resources/virtualSystems.json",
        #"[{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/9"}]"#)
      try folder.write("resources/users/6.json", #"{"username": "cb", "fullname": "C. B."}"#)
      try folder.write("resources/virtualSystems/1/virtualMachines.json", #"[{"id": 7}, 5]"#)
      let answers = RecordedAnswers(at: folder.path + "/")
      let list = try answers.systemList()
      #expect(list.ownerText(of: list.systems[0]) == "C. B.")
      let detail = answers.detail(of: list.systems[0])
      #expect(detail.owner?.text == "C. B. (cb)")
      #expect(detail.pattern?.text == "/resources/patterns/9")
      #expect(detail.machines?.map(\.title) == ["Machine 7"])
      #expect(
        detail.skippedSummary
          == "1 of 2 entries was skipped: entry 2 is a number, not an object.")
      #expect(detail.problems.isEmpty)
    }

    @Test func aBrokenLinkedFileDisturbsNothingButIsNamed() throws {
      try folder.write(
        "resources/virtualSystems.json",
        #"[{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/1"}]"#)
      try folder.write("resources/users/6.json", "{")
      try folder.write("resources/virtualSystems/1/virtualMachines.json", "{}")
      #expect(mkdir(folder.path + "/resources/patterns", 0o700) == 0)
      #expect(mkfifo(folder.path + "/resources/patterns/1.json", 0o600) == 0)
      let answers = RecordedAnswers(at: folder.path)
      let list = try answers.systemList()
      #expect(list.ownerText(of: list.systems[0]) == "/resources/users/6")
      let detail = answers.detail(of: list.systems[0])
      #expect(detail.owner?.text == "/resources/users/6")
      #expect(detail.pattern?.text == "/resources/patterns/1")
      #expect(detail.machines == nil)
      #expect(detail.problems.map(\.exitCode) == [.data, .noInput, .data])
    }

    @Test(arguments: [
      "/../outside", "../../outside", "/resources/../../outside", "/..", "\u{0}", "",
      "/resources/virtualSystems/../../../outside", "//outside", "/resources/users/..%2foutside",
    ])
    func aHostileLinkNeverLeavesTheFolder(link: String) throws {
      try folder.write("outside.json", #"{"fullname": "outside"}"#)
      try folder.write("inside/resources/virtualSystems.json", "[]")
      let answers = RecordedAnswers(at: folder.path + "/inside")
      #expect(try answers.body(for: link) == nil)
      let system = try VirtualSystem(
        .object([.init("id", .string(link + "x")), .init("owner", .string(link))]))
      #expect(answers.detail(of: system).owner?.title == nil)
      #expect(answers.detail(of: system).machines == nil)
    }

    @Test func aFolderWithoutAListIsNamed() {
      let path = folder.path
      let problem = #expect(throws: SourceProblem.folderWithoutList(path)) {
        try RecordedAnswers(at: path).systemList()
      }
      #expect(problem?.exitCode == .noInput)
      #expect(
        problem?.errorDescription == "\(path): this folder has no resources/virtualSystems.json.")
    }
  }
}
