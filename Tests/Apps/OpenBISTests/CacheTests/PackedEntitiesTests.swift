import Reprise
import Testing

@testable import OpenBIS

@Suite struct PackedEntitiesTests {
  private func entity(_ id: String, _ change: (inout Entity) -> Void = { _ in }) -> Entity {
    var entity = Entity(ResourceID(id))
    change(&entity)
    return entity
  }

  private func packed(_ entities: [Entity]) throws -> PackedEntities {
    var builder = PackedEntities.Builder()
    for entity in entities { builder.add(entity, at: 5) }
    return try #require(builder.finished())
  }

  @Test("Packed entities round-trip") func everythingComesBackAsItWas() throws {
    let whole = entity("P08908 (5HT_TARGET)") {
      $0.refcon = .object([JSON.Member("n", .number("12345678901234567890.10"))])
      ($0.category, $0.header, $0.summary) = ("Ziele", "ü\n植", "")
      $0.identifier = "/A/B"
      $0.children = [ResourceID("X"), ResourceID("植")]
      $0.images = EntityImages(
        marquee: .address("https://a/b"), tiled: [.content([0, 255], format: "png")])
      $0.properties = [Property("A", "a", nil), Property("B", "b", "<html>x")]
      ($0.isRootLevel, $0.isMissing) = (false, true)
    }
    let bare = entity("bare")
    let empty = entity("empty") {
      ($0.children, $0.properties, $0.images) = ([], [], EntityImages())
    }
    let set = try packed([whole, bare, empty])
    let again = try #require(PackedEntities(set.data))
    for entity in [whole, bare, empty] {
      let found = try #require(again.entity(of: entity.id))
      #expect(found.entity == entity)
      #expect(found.timestamp == 5)
    }
    #expect(again.entity(of: ResourceID("x")) == nil)
  }

  @Test("Packed entities are found by any ID") func anyIDIsFound() throws {
    let ids = (0..<1_000).map { "id-\($0 * 7919 % 1_000)" }
    let set = try packed(ids.map { entity($0) })
    #expect(set.count == 1_000)
    for id in ids { #expect(set.entity(of: ResourceID(id))?.entity.id.text == id) }
  }

  @Test("Packed entities: damaged bytes are refused or read") func damagedBytesAreRefusedOrRead()
    throws
  {
    let set = try packed((0..<20).map { number in entity("\(number)") { $0.header = "h" } })
    for place in stride(from: 0, to: set.data.count, by: 3) {
      var bytes = set.data
      bytes[place] ^= 0xFF
      guard let other = PackedEntities(bytes) else { continue }
      // Sealed bytes are never these; they must not crash all the same.
      for number in 0..<other.count { _ = other.entity(number) }
      _ = other.entity(of: ResourceID("7"))
    }
    for length in stride(from: 0, to: set.data.count, by: 5) {
      #expect(PackedEntities(Array(set.data.prefix(length))) == nil)
    }
  }

  @Test(
    "Packed entities are found in any case and without accents",
    arguments: ["PROBE1", "probe1", "probe", "ümlaut", "UMLAUT", "below", "/a/b", "p1", "5ht"])
  func textsAreFoundInAnyCaseAndWithoutAccents(text: String) throws {
    let set = try packed([
      entity("P1") {
        ($0.header, $0.summary, $0.identifier) = ("Probe10 Ümlaut", "Below", "/A/B")
        $0.category = "5HT_PROBE"
      }
    ])
    func isFound(_ text: String) -> Bool {
      FilterQuery(text).includes { set.contains($0, 0) }
    }
    #expect(isFound(text))
    #expect(!isFound(text + "x"))
    #expect(isFound("\(text) !\(text)x"))
  }
}
