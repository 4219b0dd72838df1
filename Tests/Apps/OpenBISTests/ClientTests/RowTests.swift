import Foundation
import Reprise
import Testing

@testable import OpenBIS

@Suite struct RowTests {
  /// The entities of a table, as query v1 and as V3 write it.
  private func entities(_ table: StrictTable) throws -> [[Entity]] {
    try [table.query, table.application].map { result in
      let body = JSON.object([
        JSON.Member("jsonrpc", .string("2.0")), JSON.Member("result", result),
      ]).bytes
      var entities: [Entity] = []
      _ = try TableRows(body).forEachRow { row in
        if let entity = Entity(row) { entities.append(entity) }
      }
      return entities
    }
  }

  private func entity(_ column: String, _ cell: StrictTable.Cell) throws -> Entity {
    let all = try entities(StrictTable(["PERM_ID", column], [["A", cell]]))
    #expect(all[0] == all[1])
    return try #require(all[0].first)
  }

  @Test("openBIS table columns are found by title") func columnsAreFoundByTheirTitles() throws {
    let table = StrictTable(
      ["SUMMARY", "EXTRA", "PERM_ID", "SUMMARY_HEADER"],
      [["below", "x", "A", "above"], ["", "", "", "no id"], ["", "", " ", "blank id"]])
    for entities in try entities(table) {
      #expect(entities.map(\.title) == ["above"])
      #expect(entities.first?.summary == "below")
      #expect(entities.first?.category == nil)
      #expect(entities.first?.children == nil)
    }
  }

  @Test("openBIS table without types and numbers is read") func aTableNeedsNoTypesAndNumbers()
    throws
  {
    var table = StrictTable(["PERM_ID", "SUMMARY_HEADER"], [["A", "a"]])
    table.isPlain = true
    #expect(try entities(table).first?.map(\.title) == ["a"])
  }

  @Test("openBIS table row may be short") func aRowMayBeShort() throws {
    let body = Array(
      #"{"id":1,"result":{"rows":[[{"value":"A"}],5,[]],"columns":[{"title":"PERM_ID"},{"title":"SUMMARY"}]}}"#
        .utf8)
    var entities: [Entity] = []
    let unreadable = try TableRows(body).forEachRow { row in
      if let entity = Entity(row) { entities.append(entity) }
    }
    #expect(entities.map(\.id) == [ResourceID("A")])
    #expect(entities.first?.summary == nil)
    #expect(unreadable == 1)
  }

  @Test(
    "openBIS REFCON is sent back unchanged",
    arguments: [
      ("", nil), ("{}", "{}"),
      (#"{"code":"ü","n":12345678901234567890.10,"l":[null,{"x":1e3}]}"#, nil),
      ("no json", ""),
    ])
  func theRefconGoesBackAsItCame(text: String, expected: String?) throws {
    let refcon = try entity("REFCON", .text(text)).refcon
    #expect(refcon?.text ?? "" == expected ?? text)
  }

  @Test(
    "openBIS children are read in order, without duplicates",
    arguments: [
      ("", []), ("[]", []), (#"[null,"X","X","Y"]"#, ["X", "Y"]), ("[5]", ["5"]),
    ])
  func childrenAreReadAsTheyCome(text: String, ids: [String]) throws {
    #expect(try entity("CHILDREN", .text(text)).children?.map(\.text) == ids)
  }

  @Test("openBIS children that are unreadable are unknown", arguments: ["{}", "x", "5"])
  func childrenThatCannotBeReadSayNothing(text: String) throws {
    #expect(try entity("CHILDREN", .text(text)).children == nil)
  }

  @Test("openBIS properties may be empty", arguments: ["", "{}", "[]"]) func propertiesMayBeNone(
    text: String
  ) throws {
    #expect(try entity("PROPERTIES", .text(text)).properties == [])
  }

  @Test("openBIS properties have values of all kinds") func propertiesHaveValuesOfAllKinds() throws
  {
    let text =
      #"[{"key":"A","label":"a","value":null},{"key":"B","value":5},{"label":"c","value":"x\ny"},{"key":"D","label":"","value":"<html><body>d</body></html>"},{},7]"#
    let properties = try #require(try entity("PROPERTIES", .text(text)).properties)
    #expect(properties.map(\.label) == ["a", "B", "c", "D"])
    #expect(properties.map(\.value) == [nil, "5", "x\ny", "<html><body>d</body></html>"])
    #expect(properties[3].blocks == [.text("d")])
  }

  @Test("openBIS properties that are unreadable are unknown")
  func propertiesThatCannotBeReadSayNothing() throws {
    #expect(try entity("PROPERTIES", "[{").properties == nil)
  }

  @Test(
    "openBIS root level is any value but blank",
    arguments: [
      (StrictTable.Cell.text(""), false), (.text("true"), true), (.whole(1), true),
      (.text("false"), true),
    ])
  func anyRootLevelThatIsNotBlankCounts(cell: StrictTable.Cell, isRoot: Bool) throws {
    #expect(try entity("ROOT_LEVEL", cell).isRootLevel == isRoot)
  }

  @Test("openBIS images are read from all forms") func imagesAreReadAsTheyCome() throws {
    #expect(try entity("IMAGES", "").images == EntityImages())
    #expect(try entity("IMAGES", "{}").images == EntityImages())
    #expect(try entity("IMAGES", #"{"MARQUEE":{"URL":null}}"#).images == EntityImages())
    #expect(
      try entity("IMAGES", #"{"MARQUEE":{"URL":"https://a/b.png"}}"#).images?.marquee
        == .address("https://a/b.png"))
    #expect(
      try entity("IMAGE_URL", "https://a/b.png").images?.marquee == .address("https://a/b.png"))
    let tiled = try entity(
      "IMAGES", #"{"TILED":[{"URL":"https://a/1"},{"DATA":{"BASE64":"AQI=","FORMAT":"png"}}]}"#)
    #expect(
      tiled.images?.all == [.address("https://a/1"), .content([1, 2], format: "png")])
    #expect(try entity("IMAGES", "[").images == nil)
  }
}
