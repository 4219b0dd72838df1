import Foundation
import Restoration
import Testing

@testable import Core

@Suite struct JSONLimitsTests {
  @Test("JSON nesting is limited", arguments: [(JSON.Limits.response, 512), (.snapshot, 32)])
  func valuesStandOnlySoDeepInEachOther(limits: JSON.Limits, depth: Int) throws {
    func nested(_ depth: Int, _ opening: String, _ closing: String) -> [UInt8] {
      Array(
        (String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth))
          .utf8)
    }
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      let deepest = nested(depth, opening, closing)
      #expect(try JSON(deepest, limits: limits).bytes == deepest)
      #expect(
        throws: JSON.Malformed(
          line: 1, column: depth * opening.count + 1,
          reason: "values are nested more than \(depth) deep")
      ) { try JSON(nested(depth + 1, opening, closing), limits: limits) }
    }
  }

  @Test("JSON siblings do not count as nesting") func whatStandsSideBySideIsNotDeep() throws {
    let bytes = Array(("[" + String(repeating: "[[]],", count: 1000) + "{}]").utf8)
    #expect(try JSON(bytes, limits: .snapshot).array?.count == 1001)
  }

  @Test("JSON values are limited in number") func thereAreOnlySoManyValues() throws {
    let limits = JSON.Limits(depth: 9, values: 4, stringBytes: 9, allowsDuplicateKeys: true)
    #expect(try JSON(Array("[1,[2]]".utf8), limits: limits).array?.count == 2)
    #expect(throws: JSON.Malformed(line: 1, column: 8, reason: "there are more than 4 values")) {
      try JSON(Array(#"[1,[2],{"a":3}]"#.utf8), limits: limits)
    }
  }

  /// A few bytes that ask for many: each of these made gigabytes of some megabytes.
  @Test(
    "JSON of many small values is refused at its memory limit",
    arguments: ["{\"id\":1}", "[]", "{}", "0", "\"\"", "\"a text of more than 15 bytes\""])
  func smallValuesDoNotTakeAllMemory(value: String) throws {
    let bytes = Array("[".utf8) + JSONLimitsTests.repeated(value + ",", upTo: 120 << 20)
    let before = try peakMemory()
    let malformed = #expect(throws: JSON.Malformed.self) { try JSON(bytes) }
    #expect(malformed?.reason == "this takes more than 384 MiB of memory")
    // Other tests run meanwhile and take some, too.
    #expect(try peakMemory() - before < 512 << 20)
  }

  private static func repeated(_ text: String, upTo count: Int) -> [UInt8] {
    var bytes = Array(text.utf8)
    while bytes.count < count { bytes += bytes }
    return bytes
  }

  @Test("JSON memory limit counts the text itself") func memoryIsCountedWithTheTextItself() throws {
    func limits(_ memory: Int) -> JSON.Limits {
      JSON.Limits(
        depth: 9, values: 9, stringBytes: 999, allowsDuplicateKeys: true, memory: memory)
    }
    let text = Array(("\"" + String(repeating: "x", count: 500) + "\"").utf8)
    #expect(throws: JSON.Malformed.self) { try JSON(text, limits: limits(1000)) }
    #expect(try JSON(text, limits: limits(1100)).string?.count == 500)
  }

  @Test("JSON value takes as much memory as its reader counted")
  func aValueTakesAsMuchAsItsReaderReckoned() throws {
    let text = Array(#"{"a":[1,true,null,"short"],"a key of many letters":"a text of many"}"#.utf8)
    let value = try JSON(text)
    func limits(_ memory: Int) -> JSON.Limits {
      JSON.Limits(
        depth: 9, values: 99, stringBytes: 99, allowsDuplicateKeys: true, memory: memory)
    }
    #expect(try JSON(text, limits: limits(text.count + value.memory)) == value)
    #expect(throws: JSON.Malformed.self) {
      try JSON(text, limits: limits(text.count + value.memory - 1))
    }
  }

  /// As many virtual systems as an appliance may have, and more.
  @Test("JSON list of 100,000 systems is read within the limits") func aLongListIsReadAllTheSame()
    throws
  {
    let members = (0..<15).map { "\"attribute\($0)\":\"a value of usual length\"" }
    let system = "{" + members.joined(separator: ",") + "}"
    let bytes = Array(
      ("[" + repeatElement(system, count: 100_000).joined(separator: ",") + "]").utf8)
    #expect(try JSON(bytes).array?.count == 100_000)
  }

  private func peakMemory() throws -> Int {
    var usage = rusage()
    getrusage(.init(0), &usage)
    return usage.ru_maxrss << 10
  }

  @Test("JSON text is limited by its bytes") func aTextHasOnlySoManyBytesAsWritten() throws {
    let limits = JSON.Limits(depth: 9, values: 9, stringBytes: 4, allowsDuplicateKeys: true)
    #expect(try JSON(Array(#"["éé","\n\n"]"#.utf8), limits: limits).array?.count == 2)
    for text in [#"[1,"abcde"]"#, #"[1,"éé!"]"#, #"[1,"\n\n\n"]"#] {
      #expect(throws: JSON.Malformed(line: 1, column: 4, reason: "the text is longer than 4 bytes"))
      {
        try JSON(Array(text.utf8), limits: limits)
      }
    }
    #expect(throws: JSON.Malformed(line: 1, column: 2, reason: "the text is longer than 4 bytes")) {
      try JSON(Array(#"{"abcde":1}"#.utf8), limits: limits)
    }
  }

  @Test func aSnapshotHoldsNoKeyTwice() throws {
    #expect(throws: JSON.Malformed(line: 2, column: 2, reason: "the key is a duplicate")) {
      try JSON(Array("{\"a\": 1, \"b\": 2,\n \"\\u0061\": 3}".utf8), limits: .snapshot)
    }
    let apart = Array(#"{"a":{"a":1},"b":{"a":[{"a":1},{"a":2}]}}"#.utf8)
    #expect(try JSON(apart, limits: .snapshot).bytes == apart)
  }

  @Test("JSON object of 50,000 keys is checked for duplicates")
  func manyKeysAreComparedInLittleTime() throws {
    let members = (0..<50_000).map { "\"key \($0)\":0" }.joined(separator: ",")
    let value = try JSON(Array("{\(members)}".utf8), limits: .snapshot)
    #expect(value.members?.count == 50_000)
  }
}
