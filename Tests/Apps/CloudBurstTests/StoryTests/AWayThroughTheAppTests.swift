import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct AWayThroughTheAppTests {
  /// List, detail, raw answer, and all the way back, killed at every step.
  @Test("CloudBurst: every step through the viewer survives a kill") func everyStepSurvivesAKill()
    async throws
  {
    let session = try await cloudBurst()
    try session.expect("14 systems · 5 in transition")

    try await killed(session) { await session.press("j", "j") }
    #expect(session.selectedText?.hasPrefix("✕ Cluster ND – collaudo") == true)

    try await killed(session) { await session.press(.enter) }
    try session.expect("CloudBurst › Virtual systems › Cluster ND – collaudo")
    try session.expect("Verificare il file remote_std_err.log.")
    try session.expect("Administrator (cbadmin)")
    try session.expect("fd8c:215d:178e:888:290:fa72:fa1e:9346")

    try await killed(session) { await session.press("y") }
    try session.expect("\"currentmessage\": \"RM07981(\\\"Custom+Node+1\\\",\\\"10.20.0.17\\\")\"")

    try await killed(session) { await session.press(.escape) }
    try session.expect("id 61")

    try await killed(session) { await session.press(.escape) }
    #expect(session.selectedText?.hasPrefix("✕ Cluster ND – collaudo") == true)

    try await killed(session) { await session.press("S") }
    try session.expect("[ Open list ]")

    try await killed(session) { await session.press(.escape) }
    #expect(session.selectedText?.hasPrefix("✕ Cluster ND – collaudo") == true)
  }

  @Test("CloudBurst keys typed ahead reach their screens")
  func keysPressedAheadReachTheScreensTheyAreFor() async throws {
    let session = try await cloudBurst()
    let frames = session.terminal.frameCount
    // Two down in the list, into the detail: all of it before anything was painted.
    for key in ["j", "j"] as [Key] { session.terminal.send(.key(key)) }
    await session.press(.enter)
    try session.expect("CloudBurst › Virtual systems › Cluster ND – collaudo")
    #expect(session.terminal.frameCount == frames + 1)
  }

  @Test("CloudBurst message cut in a narrow window is shown by !")
  func whatANarrowWindowHadNoRoomForCanBeReadThoughAKeyWasPressedMeanwhile() async throws {
    let directory = try TemporaryDirectory()
    let session = try await cloudBurst(size: Size(rows: 10, columns: 40), directory: directory)
    await session.press("e")
    // The file is written beside the screen, on which the person goes on.
    session.terminal.send(.key(.enter))
    await session.press("j")
    try session.expect("! more")
    await session.press("j")
    try session.expectNo("written to")
    await session.press("!")
    try session.expect("14 systems written to")
  }

  /// Does something, kills the application, and compares what comes back.
  private func killed(
    _ session: TestSession<Route>, _ action: @MainActor () async -> Void
  ) async throws {
    await action()
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }
}
