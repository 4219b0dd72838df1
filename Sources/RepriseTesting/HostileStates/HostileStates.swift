public import Foundation
import Restoration
public import Screens
public import Terminals
import Values

/// Starts an application from damaged and hostile session files, and expects it to start, paint, and go on.
///
/// Every place of a snapshot's body, every key and element of every screen's route and state among them, is replaced by the ends of every
/// range and by every wrong kind, and left out; keys that a state has today and the snapshot lacks are changed too. From each body the
/// application is started, in a window of 80x24 or 20x5 that then becomes the other; keys are pressed there, back to its root; and every
/// third time it is killed and must come back as it was. A key that stands twice, and too deep a nesting, must be refused with a reason.
///
/// Not every change is a case of its own: places of the same name in one array are replaced all at once, then one of them alone; one change
/// of each screen is made at the same time, because only one of them is built at a time; and of several places at once only extremes of the
/// right kind are tried.
///
/// A trap ends the test's process. So the case under way stands in a file, whose path is printed in the beginning; the file is deleted at
/// the end of the call. Returns the number of cases. Throws `HostileStateError`.
///
/// - Parameters:
///   - application: Makes the application; evaluated at each start, of which there is one for each case.
///   - body: A snapshot's body, in JSON: the more screens and states it has, the more cases there are.
///   - longText: The number of bytes of a long text. In one case all texts are long and have 64 times as many together; with 16 KiB they
///     fill the largest slot, 1 MiB. Texts that don't fit into that are shorter.
///   - topOnly: True if the screens below the top stay as they are, because each is on top in another snapshot.
@MainActor @discardableResult
public func assertSurvivesHostileStates<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>, body: [UInt8],
  longText: Int = 2 << 10, topOnly: Bool = false
) async throws -> Int {
  let whole = try completed(Snapshot(body: body), application())
  let cases = try HostileBodies(whole.body, longText: longText, topOnly: topOnly).cases
  let sizes = [Size(rows: 24, columns: 80), Size(rows: 5, columns: 20)]
  let record = CaseRecord(of: try application().name)
  // A trap leaves it behind; what is thrown says all that it does.
  defer { record.delete() }
  for (number, hostile) in cases.enumerated() {
    try record.write(hostile)
    do {
      // One that is refused is set aside, and the application starts anew.
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
  return cases.count
}

/// Does the same from the body of a session file. The file itself isn't touched.
@MainActor @discardableResult
public func assertSurvivesHostileStates<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>, from file: URL,
  longText: Int = 2 << 10, topOnly: Bool = false
) async throws -> Int {
  guard let body = try CopiedSnapshot(of: file).load().body else {
    throw SnapshotNotOpened("it holds nothing", file)
  }
  return try await assertSurvivesHostileStates(
    try application(), body: body, longText: longText, topOnly: topOnly)
}

/// Returns the snapshot with every key that its screens' states have today.
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

/// Returns the events of a case: some on the first screen, another window, then back to the root.
private func events(_ number: Int, _ size: Size) -> [Event] {
  let first: [[Key]] = [[.down, .pageDown], ["/", "a"], [.enter, .down]]
  let others: [Key] = [[.pageUp], [.enter], []][number % 3] + [.escape, .escape, .escape]
  return first[number % 3].map { .key($0) } + [.resize(size)] + others.map { .key($0) }
}

/// A saved state that an application didn't survive.
public struct HostileStateError: Error, CustomStringConvertible {
  /// The change in the snapshot, in words.
  public let change: String
  /// The snapshot's body.
  public let body: [UInt8]
  /// A sentence about the failure.
  public let sentence: String
  /// The screen after it.
  public let frame: Frame

  init(_ hostile: HostileCase, _ sentence: String, _ frame: Frame) {
    change = hostile.change
    body = hostile.body
    self.sentence = sentence
    self.frame = frame
  }

  /// The change, the failure and the screen.
  public var description: String { "With \(change), \(sentence)\n\(frame.railed)" }
}
