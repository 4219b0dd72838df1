import Controllers
import RepriseTesting
import Restoration
import Screens
import Synchronization
import Terminals
import Testing

/// Rows that are made when they are looked at: the list is as any other, and few are ever made.
@MainActor @Suite struct LazyRowsTests {
  private let herd = Herd()

  private func session(
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<BarnRoute> {
    try await TestSession(herd.application, store: store)
  }

  @Test("A lazy list makes only the rows near the window") func onlyThoseInSightAreMade()
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

  @Test("A lazy list is filtered without making all rows")
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

  @Test("A lazy list's selection is restored, with a filter and without")
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

  @Test("A lazy list is sorted by a column like other lists") func theyAreSortedAsOthersAre()
    async throws
  {
    let session = try await session()
    await session.press("N", "N")
    try session.expect("name of cow 9999")
    await session.press(.down)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("cow 9998") == true)
  }

  @Test("A lazy list marks changed rows and selects a lost row's neighbour")
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

  @Test("The restoration law holds for a lazy list", arguments: [1, 2, 3] as [UInt64])
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

  private final class Made: Sendable {
    let count = Mutex(0)
  }

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

  private var rows: LazyRows<Animal> {
    let numbers = (0..<10_000).filter { $0 != removed }
    let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ("cow \($1)", $0) })
    let (legs, made) = (legs, made)
    return LazyRows(
      count: numbers.count,
      row: { place in
        made.count.withLock { $0 += 1 }
        return Animal("cow \(numbers[place])", legs: legs[numbers[place]])
      },
      id: { "cow \(numbers[$0])" }, index: { places[$0] },
      matchingIndices: { query in
        numbers.indices.filter { query.isFound(in: "name of cow \(numbers[$0])") }
      },
      fingerprint: { legs[numbers[$0]] })
  }

  var application: Application<BarnRoute> {
    Application("herd", root: BarnRoute.list) { _ in
      ListController(
        title: "Herd", columns: Animal.columns, id: \.id,
        source: { load in
          load.show(
            ListContent(lazily: self.rows, noun: ("cow", "cows")),
            from: Provenance(.live("barn"), timestamp: self.timestamp))
        })
    }
  }
}

extension Frame {
  /// The rows above the status line.
  fileprivate var withoutStatus: [String] {
    (0..<(size.rows - 1)).map { text(ofRow: $0) }
  }
}
