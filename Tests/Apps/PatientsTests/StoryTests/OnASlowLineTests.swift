import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// 64 kbit/s, and 0.6 s from a question to its answer.
@MainActor @Suite(.timeLimit(.minutes(5))) struct OnASlowLineTests {
  private let line = SlowLine(latency: 0.6, bitsPerSecond: 64_000)

  /// Waits until everybody waits for an answer.
  private func quiesce() async {
    var asked = -1
    while line.askedCount != asked {
      asked = line.askedCount
      for _ in 0..<200 { await Task.yield() }
    }
  }

  /// Lets answers come while something is done, and notes when a text was first on the screen.
  private func timestamp(
    of texts: [String], in session: TestSession<Route>
  ) async -> [String: Double] {
    var timestamps: [String: Double] = [:]
    await quiesce()
    while line.pass() {
      await quiesce()
      for text in texts where timestamps[text] == nil && session.frame.text.contains(text) {
        timestamps[text] = line.now
      }
    }
    return timestamps
  }

  private func found(_ text: String) async throws -> TestSession<Route> {
    // A key takes until the test has let its answers come, and that takes as long as other tests keep the main thread in between.
    let session = try await TestSession(
      Viewer(unplugged: .unplugged(over: line)).application, patience: .seconds(240))
    await session.press(.enter)
    async let typed: Void = session.type(text)
    while session.frame.text.contains("1 patient") == false {
      _ = line.pass()
      await quiesce()
    }
    await typed
    line.setClock()
    return session
  }

  @Test(
    "patients on a slow line shows name and allergies in 3 seconds",
    arguments: [
      ("grace", "Grace Akinyi Odhiambo", "✕ 3 allergies"),
      ("philomena", "Philomena", "✕ 12 allergies"),
    ])
  func nameAndAllergiesAreThereWithinThreeSeconds(
    text: String, name: String, allergies: String
  ) async throws {
    let session = try await found(text)
    async let opened: Void = session.press(.enter)
    let timestamps = await timestamp(of: [name, allergies], in: session)
    await opened
    print("\(name): \(timestamps[name] ?? -1) s, allergies \(timestamps[allergies] ?? -1) s")
    for answer in line.answered {
      print("  \(answer.timestamp) s: \(answer.bytes) bytes, \(answer.path)")
    }
    #expect((timestamps[name] ?? 9) < 3)
    #expect((timestamps[allergies] ?? 9) < 3)
  }

  @Test("patients on a slow line handles keys while waiting")
  func keysAreAnsweredWhileAnswersAreAwaited() async throws {
    let session = try await found("grace")
    async let opened: Void = session.press(.enter)
    await quiesce()
    while session.frame.text.contains("loading allergies") == false {
      #expect(line.pass())
      await quiesce()
    }
    try session.expect("Grace Akinyi Odhiambo")
    try session.expect("loading allergies")
    let asked = line.now
    async let section: Void = session.press("5")
    await quiesce()
    try session.expect("Allergies]")
    async let help: Void = session.press("?")
    await quiesce()
    #expect(session.frame.text.contains("Refresh"))
    async let back: Void = session.press(.escape, .escape)
    // No time has passed on the line.
    #expect(line.now == asked)
    while line.pass() { await quiesce() }
    _ = await (opened, section, help, back)
    try session.expect("1 patient")
  }
}
