import Testing

@testable import Core

/// Values that are found in a text before they are decoded.
@Suite struct JSONPartTests {
  private func part(_ text: String) throws -> JSON.Part { try JSON.Part(Array(text.utf8)) }

  @Test(
    "JSON parts of a container equal its values",
    arguments: [
      "null", #""a""#, "[]", " { } ", "\u{FEFF}[1, [2, {\"]\": \"}\"}], \"\\\"]\", 4]",
      #"{"a": {"b": [1, {}]}, "c": "]", "d\u0065": null}"#,
    ])
  func theValuesOfAContainerAreItsParts(text: String) throws {
    let value = try JSON(Array(text.utf8))
    #expect(try part(text).value() == value)
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    try part(text).visit { key, part in
      elements.append(try part.value())
      members.append(JSON.Member(key, try part.value()))
    }
    #expect(elements == value.array ?? value.members?.map(\.value) ?? [])
    if value.members != nil { #expect(JSON.object(members) == value) }
  }

  @Test("JSON parts are stored only for the requested keys")
  func onlyTheKeysThatAreAskedForAreKept() throws {
    let text = #"{"b":1,"a":2,"r\u0065sult":3,"c":{"result":4},"a":5,"":6,"\n":7}"#
    let members = try part(text).members("a", "result")
    #expect(
      try members?.mapValues { try $0.value() } == ["a": .number("5"), "result": .number("3")])
    #expect(try part("[]").members("a") == nil)
  }

  @Test(
    "JSON part error has its column in the whole text",
    arguments: [
      ("", 1, JSON.Malformed.nothing), ("[1", 3, "isn't closed"), ("[1,]", 4, "a value is missing"),
      ("[{", 3, "isn't closed"), (#"{"a":[1"#, 8, "isn't closed"), ("[1 2]", 4, "is expected here"),
      (#"[["a]"#, 6, "a quotation mark is missing"), ("{1:2}", 2, "a key in quotation marks"),
      ("[01]", 2, "can't begin with 0"), ("[[1,01]]", 5, "can't begin with 0"),
      ("[[1},2]", 4, #"not "}""#),
    ])
  func anErrorHasItsPositionInTheWholeText(text: String, column: Int, reason: String) {
    let error = #expect(throws: JSON.Malformed.self) {
      try part(text).visit { _, part in _ = try part.value() }
    }
    #expect(error?.column == column)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("JSON part is limited to 64 MiB in addition to its text")
  func aPartHas64MiBInAdditionToItsText() throws {
    let values = Array(repeating: "0", count: 1_500_000).joined(separator: ",")
    let rows = try part("[[0],[\(values)]]")
    var count = 0
    let error = #expect(throws: JSON.Malformed.self) {
      try rows.visit { _, part in
        _ = try part.value()
        count += 1
      }
    }
    #expect(count == 1)
    #expect(error?.reason.contains("more than 64 MiB") == true)
  }
}
