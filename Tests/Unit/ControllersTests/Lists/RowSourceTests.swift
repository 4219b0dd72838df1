import Controllers
import RepriseTesting
import Restoration
import Screens
import Synchronization
import Terminals
import Testing

/// Rows that are made when they are looked at: the list is as any other, and few are ever made.
@MainActor @Suite struct RowSourceTests {
  private let herd = Herd()

  private func session(
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<BarnRoute> {
    try await TestSession(herd.application, store: store)
  }

  @Test("A list of a row source makes only the rows near the window") func onlyThoseInSightAreMade()
    async throws
  {
    let session = try await session()
    try session.expect("name of cow 0")
    try session.expect("1 of 10,000")
    // Columns are measured by a sample, and a screenful is drawn a few times.
    #expect(herd.takeMade() < 1_000)
    await session.press(.end)
    try session.expect("name of cow 9999")
    await session.press(.pageUp, .up)
    #expect(herd.takeMade() < 1_000)
  }

  @Test("A list of a row source is filtered without making all rows")
  func theFilterFindsThemWithoutMakingThem() async throws {
    let session = try await session()
    _ = herd.takeMade()
    await session.press("/")
    await session.type("\"cow 77\"")
    try session.expect("111 of 10,000 match")
    await session.press(.enter, .end)
    try session.expect("name of cow 7799")
    #expect(herd.takeMade() < 1_000)
  }

  @Test("A list of a row source's selection is restored, with a filter and without")
  func theSelectionComesBackInAFilterAndWithout() async throws {
    let session = try await session()
    await session.press(.end, .up, .up)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("cow 9997") == true)
    await session.press("/", "9", "9", .enter, .end)
    let before = session.frame.withoutStatus
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatus == before)
    #expect(herd.takeMade() < 10_000)
  }

  @Test("A list of a row source is sorted by the source's keys without making all rows")
  func theyAreSortedByTheKeysOfTheSource() async throws {
    let session = try await session()
    await session.press("N", "N")
    try session.expect("name of cow 9999")
    await session.press(.down)
    #expect(herd.takeMade() < 2_000)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("cow 9998") == true)
  }

  @Test("A list of a row source marks changed rows and selects a lost row's neighbour")
  func aChangedRowIsMarkedAndALostOneIsReplaced() async throws {
    let session = try await session()
    await session.press(.down)
    herd.change(legs: 3, of: 2)
    await session.press("r")
    try session.expect("•name of cow 2")
    try session.expect("1 changed")
    herd.remove(1)
    await session.press("r")
    try session.expect("its neighbour is selected")
    #expect(session.selectedText?.contains("cow 2") == true)
  }

  @Test("The restoration law holds for a list of a row source", arguments: [1, 2, 3] as [UInt64])
  func theyAreRestored(seed: UInt64) async throws {
    try await assertRestorable(herd.application, script: .random(seed: seed, count: 100))
  }
}

/// Ten thousand cows, and the number of rows that were made of them.
@MainActor private final class Herd {
  private var legs: [Int] = Array(repeating: 4, count: 10_000)
  private var removed: Int?
  private var timestamp = 1
  private let made = Made()

  func takeMade() -> Int {
    made.count.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  func change(legs count: Int, of number: Int) {
    legs[number] = count
    timestamp += 1
  }

  func remove(_ number: Int) {
    removed = number
    timestamp += 1
  }

  private var rows: Cows {
    let numbers = (0..<10_000).filter { $0 != removed }
    let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ("cow \($1)", $0) })
    return Cows(numbers: numbers, places: places, legs: legs, made: made)
  }

  var application: Application<BarnRoute> {
    Application("herd", root: BarnRoute.list) { _ in
      ListController(
        title: "Herd", columns: Animal.columns, id: \.id,
        source: { load in
          load.show(
            ListContent(source: self.rows, noun: ("cow", "cows")),
            from: Provenance(.live("barn"), timestamp: self.timestamp))
        })
    }
  }
}

private final class Made: Sendable {
  let count = Mutex(0)
}

private struct Cows: RowSource {
  let numbers: [Int]
  let places: [String: Int]
  let legs: [Int]
  let made: Made

  var count: Int { numbers.count }

  func row(at index: Int) -> Animal {
    made.count.withLock { $0 += 1 }
    return Animal(id(at: index), legs: legs[numbers[index]])
  }

  func id(at index: Int) -> String { "cow \(numbers[index])" }

  func index(of id: String) -> Int? { places[id] }

  func indices(matching query: FilterQuery) -> [Int]? {
    numbers.indices.filter { query.isFound(in: "name of \(id(at: $0))") }
  }

  func sortKeys(for columnID: String) -> [SortKey]? {
    columnID == "name" ? numbers.indices.map { .text("name of \(id(at: $0))") } : nil
  }

  func fingerprint(at index: Int) -> Int? { legs[numbers[index]] }
}

extension Frame {
  /// The rows above the status line.
  fileprivate var withoutStatus: [String] {
    (0..<(size.rows - 1)).map { text(ofRow: $0) }
  }
}
