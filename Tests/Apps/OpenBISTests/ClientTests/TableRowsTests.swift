import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// Tables as they are read, whatever a server sends.
@Suite(.timeLimit(.minutes(10))) struct TableRowsTests {
  @Test("openBIS table has at most 250,000 rows") func aTableHasAsManyRowsAsAList() throws {
    #expect(try count(rows: 250_000) == 250_000)
    let problem = #expect(throws: OpenBISError.self) { try count(rows: 250_001) }
    #expect(problem == .tooManyRows(most: 250_000))
    #expect(problem?.errorDescription?.contains("more than 250,000 rows") == true)
    #expect(problem?.recoverySuggestion?.contains("Search for what you need") == true)
  }

  private func count(rows: Int) throws -> Int {
    var count = 0
    _ = try TableRows(.table(rows: Array(repeating: "[]", count: rows).joined(separator: ",")))
      .forEachRow { _ in count += 1 }
    return count
  }

  @Test("openBIS table row has a size limit") func aRowHasALimit() throws {
    let cell = String(repeating: "x", count: TableRows.longestRow - 4)
    #expect(try TableRows(.table(rows: "[\"\(cell)\"]")).forEachRow { _ in } == 0)
    let problem = #expect(throws: OpenBISError.self) {
      try TableRows(.table(rows: "[\"\(cell)x\"]")).forEachRow { _ in }
    }
    #expect(problem?.errorDescription?.hasPrefix("Bad answer: a row of ") == true)
  }

  @Test("openBIS entities have a memory budget") func allEntitiesTogetherHaveALimit() throws {
    let body = [UInt8].table(rows: #"["a",""],["b",""],["c",""]"#)
    var ids: [String] = []
    try TableRows(body).forEachEntity { ids.append($0.id.text) }
    #expect(ids == ["a", "b", "c"])
    let memory = 2 * Entity(ResourceID("a")).memory
    ids = []
    #expect(throws: MemoryBudgetExceeded(memory: memory)) {
      try TableRows(body).forEachEntity(within: memory) { ids.append($0.id.text) }
    }
    #expect(ids == ["a", "b"])
  }

  @Test("openBIS entity memory includes all its parts") func anEntityCountsAllThatItHas() throws {
    func memory(_ change: (inout Entity) -> Void) -> Int {
      var entity = Entity(ResourceID("a"))
      change(&entity)
      return entity.memory
    }
    let text = String(repeating: "x", count: 1000)
    let empty = memory { _ in }
    for change in [
      { $0.header = text }, { $0.summary = text }, { $0.category = text },
      { $0.identifier = text }, { $0.children = [ResourceID(text)] },
      { $0.properties = [Property("a", "b", text)] }, { $0.refcon = .array([.string(text)]) },
      { $0.images = EntityImages(marquee: .address(text), tiled: []) },
    ] as [(inout Entity) -> Void] {
      #expect(memory(change) >= empty + 1000)
    }
  }

  @Test(
    "openBIS response of another kind is no table",
    arguments: [
      ("[]", "an array", "an answer of JSON-RPC"), ("[", "something else", "an answer of JSON-RPC"),
      ("<html>", "something else", "an answer of JSON-RPC"),
      ("{}", "an answer without a result", "a table"), (#"{"result":[1]}"#, "an array", "a table"),
      (#"{"result":{}}"#, "an object without columns", "a table"),
    ])
  func anythingElseIsNoTable(text: String, kind: String, expected: String) {
    #expect(throws: OpenBISError.unexpected(kind, expected: expected)) {
      try TableRows(Array(text.utf8))
    }
  }

  @Test(
    "openBIS response that breaks off is no table",
    arguments: ["", "{", #"{"result":{"columns":[}"#, #"{"result":{"columns":[],"rows":[[1]"#])
  func whatBreaksOffIsNoTable(text: String) {
    #expect(throws: JSON.Malformed.self) { try TableRows(Array(text.utf8)) }
  }

  @Test("openBIS table has a list of rows or null") func aTableHasAListOfRowsOrNone() throws {
    let rows = #"{"result":{"columns":[],"rows":null}}"#
    #expect(try TableRows(Array(rows.utf8)).forEachRow { _ in } == 0)
    #expect(throws: OpenBISError.unexpected("a number", expected: "a list")) {
      try TableRows(Array(rows.replacing("null", with: "1").utf8)).forEachRow { _ in }
    }
  }

  /// In a process of its own, whose memory is the answers' alone.
  @Test("openBIS hostile tables take at most 512 MiB") func noTableTakesMoreThan512MiB() async {
    await #expect(processExitsWith: .success) {
      for (name, parts) in hostileTables.shuffled().prefix(
        Soak.count(3, of: hostileTables.count))
      {
        try read(.text(parts, count: 100 << 20))
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let words = try #require(peak).split(whereSeparator: \.isWhitespace)
        let memory = try #require(Int(words[1])) >> 10
        #expect(memory < 512, "\(name)")
        print("\(name): at most \(memory) MiB so far")
      }
    }
  }

  @Test(
    "openBIS errors have exit codes",
    arguments: [
      (OpenBISError.unexpected("nothing", expected: "a table"), ExitCode.data),
      (.tooManyRows(most: 9), .data), (.tooMany(9), .data), (.storeDown("x"), .unavailable),
      (.noServer("x"), .unavailable), (.failed("x"), .unavailable), (.noRole("x"), .noPermission),
      (.notPermitted("x"), .noPermission), (.sessionEnded("x"), .noPermission),
      (.noFile("x"), .noInput),
    ])
  func aScriptLearnsWhatIsWrong(problem: OpenBISError, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }
}

/// Reads the entities of a table and holds them, as a list does. That it throws is well.
private func read(_ body: [UInt8]) throws {
  var entities: [Entity] = []
  do {
    try TableRows(body).forEachEntity { entities.append($0) }
  } catch is OpenBISError {
  } catch is JSON.Malformed {
  } catch is MemoryBudgetExceeded {
  }
}

/// Tables as nobody sends them by mistake, of some number of bytes: what stands in front, what
/// comes again and again, and the end.
private let hostileTables: [(String, [String])] = [
  ("many rows", [rows, #"["a"]"#, end]),
  ("long rows", [rows, #"["a",""# + String(repeating: "a", count: 4000) + "\"]", end]),
  ("many properties", [rows, #"["a","["# + list(property, 200_000) + #"]"]"#, end]),
  ("a row of properties", [rows + #"["a","["#, property, #"]"]"# + end]),
  ("many values", [rows, #"["a","","["# + list("1", 1000) + #"]"]"#, end]),
  ("a row of values", [rows + #"["a","","["#, "1", #"]"]"# + end]),
  ("many cells", [rows + "[", "0", "]" + end]),
  ("many columns", [#"{"id":1,"result":{"columns":["#, "0", #"],"rows":[["a"]]}}"#]),
  ("many keys", ["{", "", "}"]),
]
private let rows = #"{"id":1,"result":{"columns":["PERM_ID","PROPERTIES","REFCON"],"rows":["#
private let end = "]}}"
private let property = #"{\"label\":\"a\"}"#

private func list(_ element: String, _ count: Int) -> String {
  Array(repeating: element, count: count).joined(separator: ",")
}

extension [UInt8] {
  fileprivate static func table(rows text: String) -> [UInt8] { Array((rows + text + end).utf8) }

  /// The text of so many bytes that such parts make. A part without anything is a key of its own
  /// each time.
  fileprivate static func text(_ parts: [String], count: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count + parts.map(\.utf8.count).reduce(0, +) + 64)
    text += parts[0].utf8
    var number = 0
    repeat {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text += parts[1].isEmpty ? Array("\"\(number)\":1".utf8) : Array(parts[1].utf8)
      number += 1
    } while text.count < count
    text += parts[2].utf8
    return text
  }
}
