import Core
public import Foundation
import Restoration
public import Screens
public import Terminals

/// Starts an application from damaged and hostile session files, and checks that it starts, paints
/// and stays usable.
///
/// Every value in the snapshot's body, including every key and element of each screen's route and
/// state, is replaced by extreme values and by values of the wrong type, and removed. Keys that a
/// state has today but the snapshot lacks are changed too. The application is started from each
/// body in a window of 80x24 or 20x5, which is then resized to the other size. Keys are pressed,
/// back to the root screen; every third time the application is killed and must be restored.
/// Duplicate keys and excessive nesting must be rejected with a reason.
///
/// Not every change is a case of its own: values with the same name in an array are replaced all at
/// once, then one alone; one change of each screen is combined into a case, because only one screen
/// is built at a time; and combinations of values are tested only with extremes of the right type.
///
/// A trap ends the test process. The current case is therefore stored in a file, whose path is
/// printed at the start and which is deleted at the end of the call. Returns the number of tried
/// cases. Throws `HostileStateError`.
///
/// - Parameters:
///   - application: Creates the application; evaluated at each start, once per case.
///   - body: A snapshot's body as JSON. The more screens and states it has, the more cases there
///     are.
///   - longText: The length of a long text in bytes. In one case all texts are long, with 64 times
///     this length in total; 16 KiB fill the largest slot, 1 MiB. Texts that don't fit are
///     shortened.
///   - topOnly: Whether the screens below the top one stay unchanged, because each is on top in
///     another snapshot.
///   - limit: The maximum number of cases that are tried, drawn with a fixed seed.
@MainActor @discardableResult
public func assertSurvivesHostileStates<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>, body: [UInt8],
  longText: Int = 2 << 10, topOnly: Bool = false, limit: Int = .max
) async throws -> Int {
  let whole = try completed(Snapshot(body: body), application())
  let cases = try HostileBodies(whole.body, longText: longText, topOnly: topOnly).cases
  let sizes = [Size(rows: 24, columns: 80), Size(rows: 5, columns: 20)]
  let record = CaseRecord(of: try application().name)
  // Only a trap leaves it behind; a thrown error contains the same information.
  defer { record.delete() }
  let drawn = sample(of: cases, limit: limit)
  for (number, hostile) in drawn.enumerated() {
    try record.write(hostile)
    do {
      // A rejected body is quarantined, and the application starts from scratch.
      _ = try Snapshot(body: hostile.body)
    } catch is SnapshotError {
      continue
    }
    guard !hostile.isUnreadable else {
      throw HostileStateError(hostile, "the body is read all the same", Frame(size: sizes[0]))
    }
    let session = try await survive(
      hostile, application, number, sizes: number % 2 == 0 ? sizes : sizes.reversed())
    if number % 3 == 0 { try await comeBack(session, hostile) }
  }
  return drawn.count
}

/// The last case, which nests too deep, and others drawn with a fixed seed, in their order.
private func sample(of cases: [HostileCase], limit: Int) -> [HostileCase] {
  let limit = max(1, limit)
  guard cases.count > limit else { return cases }
  var generator = SplitMix64(seed: 41)
  let drawn = cases.indices.dropLast().shuffled(using: &generator).prefix(limit - 1)
  return (drawn.sorted() + [cases.count - 1]).map { cases[$0] }
}

/// Starts an application from damaged and hostile variants of a session file, and checks that it
/// starts, paints and stays usable. The file itself isn't modified.
///
/// The variants are those of `assertSurvivesHostileStates(_:body:longText:topOnly:limit:)`. Returns
/// the number of tried cases. Throws `HostileStateError`, or `SnapshotNotOpened` if the file
/// contains no snapshot.
@MainActor @discardableResult
public func assertSurvivesHostileStates<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>, from file: URL,
  longText: Int = 2 << 10, topOnly: Bool = false, limit: Int = .max
) async throws -> Int {
  guard let body = try CopiedSnapshot(of: file).load().body else {
    throw SnapshotNotOpened("it holds nothing", file)
  }
  return try await assertSurvivesHostileStates(
    try application(), body: body, longText: longText, topOnly: topOnly, limit: limit)
}

@MainActor private func completed<Route: AppRoute>(
  _ snapshot: Snapshot, _ application: Application<Route>
) throws -> Snapshot {
  var snapshot = snapshot
  snapshot.entries = try snapshot.entries.map { entry in
    guard let contents = entry.contents, let saved = contents.state.members else { return entry }
    let known = Set(saved.map(\.key))
    let missing = try defaultState(of: entry, application).filter { !known.contains($0.key) }
    return Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: .object(saved + missing))
  }
  return snapshot
}

@MainActor private func survive<Route: AppRoute>(
  _ hostile: HostileCase, _ application: @escaping @MainActor () throws -> Application<Route>,
  _ number: Int, sizes: [Size]
) async throws -> TestSession<Route> {
  let store = InMemorySnapshotStore(body: hostile.body)
  let session = try await TestSession(try application(), size: sizes[0], store: store)
  func expectFrame(after event: Event?) throws {
    let frame = session.frame
    guard frame.size == session.terminal.size,
      (0..<frame.size.rows).contains(where: { !frame.text(ofRow: $0).trimmingBlanks.isEmpty })
    else {
      let timestamp = event.map { "after \($0)" } ?? "after the start"
      throw HostileStateError(hostile, "nothing is painted \(timestamp)", frame)
    }
  }
  try expectFrame(after: nil)
  for event in events(number, sizes[1]) {
    await session.send(event)
    try expectFrame(after: event)
  }
  return session
}

@MainActor private func comeBack<Route: AppRoute>(
  _ session: TestSession<Route>, _ hostile: HostileCase
) async throws {
  let before = session.frame
  try await session.killAndRelaunch()
  guard session.frame.withoutStatusLine == before.withoutStatusLine else {
    throw HostileStateError(
      hostile,
      """
      this came back otherwise:
      \(PictureDifference(before: before.picture, after: session.frame.picture))
      The screen is now
      """, session.frame)
  }
}

private func events(_ number: Int, _ size: Size) -> [Event] {
  let first: [[Key]] = [[.down, .pageDown], ["/", "a"], [.enter, .down]]
  let others: [Key] = [[.pageUp], [.enter], []][number % 3] + [.escape, .escape, .escape]
  return first[number % 3].map { .key($0) } + [.resize(size)] + others.map { .key($0) }
}

/// The error if an application fails when it is started from a damaged or hostile session.
public struct HostileStateError: Error, CustomStringConvertible {
  /// A description of the change that was made to the snapshot.
  public let change: String
  /// The body of the changed snapshot, with which the failure can be reproduced.
  public let body: [UInt8]
  /// A sentence that describes how the application failed.
  public let sentence: String
  /// The frame that the application showed after the failure.
  public let frame: Frame

  init(_ hostile: HostileCase, _ sentence: String, _ frame: Frame) {
    change = hostile.change
    body = hostile.body
    self.sentence = sentence
    self.frame = frame
  }

  /// A message with the change, the failure and the frame.
  public var description: String { "With \(change), \(sentence)\n\(frame.railed)" }
}

/// A file that stores the current case, in case the process traps.
struct CaseRecord {
  private let file: URL

  init(of application: String) {
    file = URL(filePath: NSTemporaryDirectory())
      .appending(path: "hostile-state-of-\(application)-\(UUID().uuidString).txt")
    print("Should \(application) trap, \(file.path) holds the state that it was started from.")
  }

  func write(_ hostile: HostileCase) throws {
    try Data("\(hostile.change)\n".utf8 + hostile.body).write(to: file)
  }

  func delete() {
    do {
      try FileManager.default.removeItem(at: file)
    } catch {
      print("\(file.path) is left behind: \(error)")
    }
  }
}
