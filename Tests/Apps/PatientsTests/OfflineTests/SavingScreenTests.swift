import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What the screen says while somebody is saved, and when it is left or fails.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct SavingScreenTests {
  @Test("Saving screen shows the name as soon as it is known")
  func whoIsSavedIsNamedAsSoonAsThatIsKnown() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await TestSession(nurse.application(.find))
    await session.type("grace")
    nurse.server.held = "programenrollment"
    defer { nurse.server.held = nil }
    let rest = Task { await session.press(.control("o")) }
    try await session.wait(for: "◐ Grace Akinyi Odhiambo")
    try session.expect("1000F3")
    nurse.server.held = nil
    await rest.value
    try session.expect("● Grace Akinyi Odhiambo")
    try session.expectNo("The patient")
  }

  @Test("Saving screen left early stops and says so") func toLeaveWhileSavingIsToGiveUpAndIsSaid()
    async throws
  {
    let nurse = try await KeepingNurse()
    let session = try await nurse.session()
    await session.press("j", "j", .enter)
    nurse.server.held = "programenrollment"
    defer { nurse.server.held = nil }
    let rest = Task { await session.press("u") }
    try await session.wait(for: "saving, 18 of 19")
    try session.expect("Esc stop")
    await session.press(.escape)
    await rest.value
    try session.expect("Stopped: 3 of 3 weren't updated and keep the old copy.")
    try session.expect("3 saved patients")
    nurse.server.held = nil
    await session.press("u")
    try session.expect("3 of 3 saved")
    try session.expect("Esc back")
  }

  @Test("Saving screen stopped for one patient names the remaining copy")
  func givingUpTheOnlyOneSaysWhatIsLeft() async throws {
    let nurse = try await KeepingNurse(keeping: ["grace"])
    let session = try await nurse.session()
    await session.press("j", "j", .enter)
    nurse.server.held = "programenrollment"
    defer { nurse.server.held = nil }
    let rest = Task { await session.press("o") }
    try await session.wait(for: "saving, 18 of 19")
    await session.press(.escape)
    await rest.value
    try session.expect("Stopped: Grace Akinyi Odhiambo keeps the copy of 2026-11-20 12:00.")
  }

  @Test("Saving screen shows the whole reason of a failure")
  func theWholeReasonOfAFailureStandsBelowTheList() async throws {
    let nurse = try await KeepingNurse()
    nurse.server.isAway = true
    let session = try await nurse.session(size: Size(rows: 10, columns: 40))
    await session.press("j", "j", .enter, "u")
    try session.expect("Unreachable:")
    try session.expect("it is away")
    try await session.killAndRelaunch()
    try session.expect("it is away")
  }

  @Test("Saving screen names what the user may not see")
  func whatTheUserMayNotSeeIsSaidToBeMissingInTheCopy() async throws {
    let nurse = try await KeepingNurse(keeping: ["grace"])
    nurse.server.forbidden = "allergy"
    let session = try await nurse.session()
    await session.press("j", "j", .enter, "o")
    try session.expect("1 of 1 saved")
    #expect(session.words.contains("without what needs “Get allergy”"))
    try await session.killAndRelaunch()
    #expect(session.words.contains("without what needs “Get allergy”"))
  }

  @Test("Saving screen after a retry shows its result")
  func whoTriesAgainIsToldWhatCameOfItAndNothingOfLoading() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await nurse.session()
    await session.press(.enter)
    await session.type("grace")
    nurse.server.isAway = true
    await session.press(.control("o"))
    try session.expect("OFFLINE")
    await session.press("r")
    try session.expectNo("Refreshed")
    try session.expect("0 of 1 saved, 1 failed")
    // There is no copy from before.
    try session.expectNo("is kept")
    nurse.server.isAway = false
    await session.press("r")
    try session.expect("1 of 1 saved")
    try session.expectNo("Refreshed")
  }

  @Test("Saved patients screen without patients offers no useless keys")
  func whereNobodyIsSavedNothingIsOfferedThatDoesNothing() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await nurse.session()
    try session.expectNo("filter")
    await session.press("j", "j", .enter)
    for label in ["open", "filter", "sort", "update", "update all"] {
      try session.expectNo(label)
    }
    await session.press(.escape, .home, .enter)
    await session.type("grace")
    await session.press(.enter)
    try session.expect("o save  ")
    await session.press("o", .escape)
    try session.expect("o update")
  }
}
