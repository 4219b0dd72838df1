import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// 100,000 entities in one category.
@Suite(.serialized) struct ManyEntitiesTests {
  private static let category = ResourceID("PROBES")
  private static let account = Account(server: "https://lab.example", user: "admin")

  /// The service's answer about them, as the server writes it.
  private static func answer(_ count: Int) -> [UInt8] {
    func cell(_ text: String) -> String {
      #"{"@id":1,"type":"STRING","value":"# + JSON.string(text).text + "}"
    }
    let titles = [
      "PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN", "ROOT_LEVEL",
      "DELETED",
    ]
    let columns = titles.map { #"{"title":"\#($0)","dataType":"STRING"}"# }
    var text = #"{"jsonrpc":"2.0","id":1,"result":{"columns":["#
    text += columns.joined(separator: ",") + #"],"rows":["#
    let ids = (0..<count).map { "\"20121008094501234-\($0)\"" }.joined(separator: ",")
    let first = ["PROBES", "{}", "Navigation", "Probes", "", "[\(ids)]", "true", ""]
    text += "[" + first.map(cell).joined(separator: ",") + "]"
    for number in 0..<count {
      let refcon = #"{"code":"PROBE\#(number)","entityKind":"SAMPLE","entityType":"5HT_PROBE"}"#
      let row = [
        "20121008094501234-\(number)", refcon, "5HT_PROBE", "PROBE\(number)",
        "Binding affinity for compound \(number % 97) at receptor \(number % 13)",
        "[\"T\(number % 13) (5HT_TARGET)\",\"C\(number % 97) (5HT_COMPOUND)\"]", "", "",
      ]
      text += ",[" + row.map(cell).joined(separator: ",") + "]"
    }
    return Array((text + "]}}\n").utf8)
  }

  private static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure(work)
    return duration / .milliseconds(1)
  }

  @Test(
    "openBIS store of 100,000 entities is fast",
    .enabled(
      if: Soak.isOn,
      "it takes a core for a minute; make soak runs it"))
  func theyAreReadKeptOpenedAndFilteredFast() async throws {
    let count = 100_000
    let home = try TemporaryDirectory()
    let vault = try await VaultDirectory(of: Self.account, in: home.path).make(Secret("geheim"))
    var builder = PackedEntities.Builder()
    do {
      let body = Self.answer(count)
      let before = try ResidentMemory.bytes()
      let reading = try Self.milliseconds {
        _ = try TableRows(body).forEachRow { row in
          if let entity = Entity(row) { builder.add(entity, at: 7) }
        }
      }
      print(
        "reading \(body.count >> 20) MiB: \(Int(reading)) ms, \((try ResidentMemory.bytes() - before) >> 20) MiB more"
      )
    }
    var packed: PackedEntities?
    let packing = Self.milliseconds { packed = builder.finished(category: Self.category) }
    let set = try #require(packed)
    let store = EntityStore(.vault(vault))
    var category = Entity(Self.category)
    (category.header, category.isRootLevel) = ("Probes", true)
    try store.change { $0.setCategories([category], at: 6) }
    let keeping = try Self.milliseconds { try store.save(set, of: Self.category, at: 7) }
    print("packing \(Int(packing)) ms, keeping \(set.data.count >> 20) MiB \(Int(keeping)) ms")

    let next = EntityStore(.vault(vault))
    var root: [Entity] = []
    let first = Self.milliseconds { root = next.instance?.root ?? [] }
    #expect(root.map(\.title) == ["Probes"])
    var family: EntityList?
    let opening = try Self.milliseconds {
      let parent = try #require(next.entity(Self.category)?.entity)
      family = next.children(of: parent).children
    }
    let list = try #require(family)
    #expect(list.count == count)
    #expect(list[0].title == "PROBE0")
    #expect(list[count - 1].title == "PROBE99999")
    let (entities, numbers) = try #require(list.packed)
    var worst = 0.0
    for text in ["p", "probe9", "receptor 12", "nothing of that", "compound 96 at"] {
      var found: [UInt32] = []
      worst = max(
        worst,
        Self.milliseconds {
          let query = FilterQuery(text)
          found = numbers.filter { number in
            query.includes { entities.contains($0, Int(number)) }
          }
        })
      #expect(!found.isEmpty || text.hasPrefix("nothing"))
    }
    let memory = try ResidentMemory.bytes() >> 20
    print(
      "first frame \(first) ms, opening \(opening) ms, worst filter \(worst) ms, \(memory) MiB in all"
    )
  }
}
