import Foundation
import Screens
import Terminals
import Testing

@testable import Controllers

/// The loads that a loader keeps note of, and the words about their ends.
@MainActor @Suite struct LoadEndsTests {
  private struct Worded: LocalizedError {
    let words: String
    var errorDescription: String? { words }
  }

  private let loader = Loader<String>()
  private let stage = Stage()
  private let live = Provenance(.live("farm"), timestamp: 1)

  @discardableResult
  private func load(
    _ loadReason: LoadReason = .appear,
    _ source: @MainActor (Load<String>) async throws -> Void
  ) async -> String {
    let outcome = await loader.load(loadReason, stage.navigator, source, shown: { _, _ in })
    return switch outcome {
    case .loaded: "loaded"
    case .failed: "failed"
    case .unchanged: "unchanged"
    case .recovered: "remedied"
    case .dropped: "dropped"
    }
  }

  @Test(
    "The refresh key is labelled log in if the password is missing",
    arguments: Provenance.DataStatus.allCases)
  func theKeyThatLoadsAgainSaysWhatItDoes(dataStatus: Provenance.DataStatus) async {
    #expect(loader.refreshLabel == "refresh")
    await load { $0.show("a", from: live.at(1, dataStatus)) }
    let label = dataStatus == .noPassword ? "log in" : "refresh"
    #expect(loader.refreshLabel == label)
    let other = Loader<String>()
    _ = await other.load(
      .appear, stage.navigator, { _ in throw DataStatusTestError(dataStatus: dataStatus) },
      shown: { _, _ in })
    #expect(other.refreshLabel == label)
  }

  @Test(
    "A loader retries an offline source within 15 seconds",
    arguments: [(nil, nil, 15), (5, 5, 5), (14, 14, 14), (15, 15, 15), (16, 16, 15)]
      as [(Int?, Int?, Int)])
  func whatIsOfflineIsAskedSoon(wanted: Int?, current: Int?, offline: Int) async {
    #expect(loader.refreshInterval(wanted, from: live) == current)
    #expect(loader.refreshInterval(wanted, from: live.at(1, .offline)) == offline)
    #expect(loader.refreshInterval(wanted, from: live.at(1, .badResponse)) == offline)
    #expect(loader.refreshInterval(wanted, from: live.at(1, .error)) == current)
    var paused = live
    paused.isPaused = true
    #expect(loader.refreshInterval(wanted, from: paused) == nil)
    #expect(loader.refreshInterval(wanted) == current)
  }

  @Test("A load knows whether complete content is already shown")
  func aSourceIsToldWhetherAllIsThereAlready() async {
    var again: [Bool] = []
    await load {
      again.append($0.isReload)
      $0.show("a")
      throw TestError()
    }
    for _ in 0..<2 {
      await load {
        again.append($0.isReload)
        $0.show("a")
      }
    }
    await load {
      again.append($0.isReload)
      throw TestError()
    }
    await load { again.append($0.isReload) }
    loader.forget()
    await load { again.append($0.isReload) }
    #expect(again == [false, false, true, true, true, false])
  }

  /// A cache that couldn't be written is no reason to show the same again.
  @Test("A loader counts content as complete despite an error beside the source")
  func whatFailedBesideTheSourceIsAllThereToo() async {
    #expect(
      await load(.userRefresh) {
        $0.show("a", from: live)
        throw DataStatusTestError(dataStatus: .current)
      } == "unchanged")
    #expect(loader.failure == nil)
    var isReload = false
    await load { isReload = $0.isReload }
    #expect(isReload)
    let empty = Loader<String>()
    _ = await empty.load(
      .appear, stage.navigator, { _ in throw DataStatusTestError(dataStatus: .current) },
      shown: { _, _ in })
    #expect(empty.failure == .error)
  }

  @Test("A loader that forgets has no content, provenance or failure")
  func whatIsForgottenIsGoneAltogether() async {
    await load {
      $0.show("a", from: live, moreFollows: true)
      throw DataStatusTestError(dataStatus: .offline)
    }
    #expect(loader.content == "a" && loader.isPartial && loader.isOld)
    #expect(loader.provenance(nil) == live.at(1, .offline))
    loader.forget()
    #expect(loader.content == nil && loader.provenance(nil) == nil && loader.failure == nil)
    #expect(!loader.isPartial && !loader.wasPartial && !loader.isOld)
  }

  @Test("A load that is forgotten shows no later content")
  func aLoadThatIsForgottenShowsNothingMore() async {
    let outcome = await load {
      $0.say("1 of 2")
      #expect(loader.progress == "1 of 2")
      loader.forget()
      #expect(loader.progress == nil)
      $0.show("late")
    }
    #expect(outcome == "dropped" && loader.content == nil)
  }

  @Test("A loader tells partial content from complete content")
  func aBeginningIsToldApartFromTheRest() async {
    await load {
      #expect(!loader.moreFollows)
      $0.show("a", moreFollows: true)
      #expect(loader.moreFollows && loader.isPartial && !loader.wasPartial)
      $0.show("ab", moreFollows: true)
      #expect(loader.isPartial && loader.wasPartial)
      $0.show("abc")
      #expect(!loader.moreFollows && !loader.isPartial && loader.wasPartial)
    }
    await load { $0.show("abc") }
    #expect(!loader.isPartial && !loader.wasPartial)
  }

  @Test("A load accepts partial content only until the load ends")
  func aBeginningIsTakenWhileTheLoadGoesOn() async {
    var kept: Load<String>?
    await load { load in
      #expect(load.acceptsPartialContent && load.loadReason == .appear)
      kept = load
      load.show("a")
    }
    #expect(kept?.acceptsPartialContent == false)
    _ = await loader.load(
      .userRefresh, stage.navigator,
      { load in
        #expect(!load.acceptsPartialContent && load.loadReason == .userRefresh)
      }, shown: { _, _ in }, acceptsPartialContent: { false })
  }

  @Test("A loader's content is old if awaited, failed or deleted")
  func onlyWhatTheSourceDoesNotHaveNowIsOld() async {
    #expect(!loader.isOld)
    await load { $0.show("a") }
    #expect(!loader.isOld)
    await load { $0.show("a", from: live) }
    #expect(!loader.isOld)
    await load { $0.show("a", from: live.at(1, .awaited)) }
    #expect(loader.isOld)
    await load { $0.show("a", from: live) }
    await load(.timer) { _ in throw TestError() }
    #expect(loader.isOld && !loader.isDeleted)
    await load(.timer) { _ in throw DataStatusTestError(dataStatus: .deleted) }
    #expect(loader.isDeleted)
  }

  // MARK: Failures

  /// Numbers change from one time to the next, as does the moment of a failure; an HTTP status says
  /// another thing.
  @Test(
    "A lasting failure is reported once by timed loads",
    arguments: [
      ("after 5 seconds", "after 15 seconds", true), ("500 broken", "503 broken", false),
      ("it is closed", "it is open", false), ("at 1: no 2", "at 1: no 3", true),
    ])
  func aFailureThatStaysIsToldOnceByALoadThatBeganByItself(
    first: String, second: String, areContentsEqual: Bool
  ) async {
    await load { $0.show("a", from: live) }
    #expect(await load(.timer) { _ in throw Worded(words: first) } == "unchanged")
    #expect(
      await load(.timer) { _ in throw Worded(words: second) }
        == (areContentsEqual ? "dropped" : "unchanged"))
    #expect(await load { _ in throw Worded(words: second) } == "unchanged")
    #expect(await load(.userRefresh) { _ in throw Worded(words: second) } == "failed")
    // It has ended between.
    await load { $0.show("a", from: live) }
    #expect(await load(.timer) { _ in throw Worded(words: second) } == "unchanged")
  }

  @Test("A loader without content reports every failure")
  func whereNothingIsShownAFailureIsToldEachTime() async {
    for _ in 0..<2 { #expect(await load(.timer) { _ in throw TestError() } == "failed") }
    await load { $0.show("a", from: live) }
    #expect(
      await load { _ in throw DataStatusTestError(dataStatus: .deleted) } == "failed")
  }

  @Test(
    "A loader reports the end of a failure once, by its data status",
    arguments: [
      (.offline, "farm: answering again."), (.error, "farm: answering again."),
      (.badResponse, "farm: answering again."), (.noAccess, "farm: access again."),
      (.noPassword, "farm: logged in."), (.notTrusted, "Certificate trusted."),
      (.deleted, "farm: there again."),
    ] as [(Provenance.DataStatus, String)])
  func theEndOfAFailureIsToldInItsWords(dataStatus: Provenance.DataStatus, words: String) async {
    await load { $0.show("a", from: live) }
    await load { _ in throw DataStatusTestError(dataStatus: dataStatus) }
    await load { $0.show("a", from: live.at(1, .awaited)) }
    #expect(stage.notices == [] && loader.failure == dataStatus)
    await load { $0.show("a", from: live) }
    #expect(stage.notices == [words] && loader.failure == nil)
    await load { $0.show("a", from: live) }
    #expect(stage.notices == [words])
  }

  @Test("A loader of demo data reports no end of a failure") func ofDemoDataNoRecoveryIsTold() async
  {
    let demo = Provenance(.demoData, timestamp: 1)
    await load { $0.show("a", from: demo) }
    await load { _ in throw DataStatusTestError(dataStatus: .offline) }
    await load { $0.show("a", from: demo) }
    #expect(stage.notices == [] && loader.failure == nil)
  }

  @Test("A source that shows nothing is reported as an application's fault")
  func aFaultOfTheApplicationIsCalledThat() {
    let report = StatusMessage(failure: NothingShown(), showsEarlierData: false)
    #expect(report.text == "Nothing was loaded, and no reason was given.")
    let advice = "its source neither showed anything nor threw an error."
    #expect(report.advice == "This is a bug in the application: " + advice)
  }
}

/// A screen's words about a load, in its bottom line and above its content.
@MainActor @Suite struct LoadReportTests {
  private let stage = Stage()

  /// A text whose source does what the test wants.
  @MainActor private final class Well {
    var problem: (any Error)?
    var provenance: Provenance?
    var text: String? = "water"

    var screen: ChartController {
      ChartController(title: "Well", emptyText: "") { load in
        if let text = self.text {
          load.show(
            Chart(title: text, headline: text, series: [], readings: []), from: self.provenance)
        }
        if let problem = self.problem { throw problem }
      }
    }
  }

  private let well = Well()

  @Test("A screen reports Refreshed only for a user's refresh of content")
  func onlyARefreshOfWhatWasThereIsConfirmed() async {
    let screen = well.screen
    for (loadReason, count) in [
      (.userRefresh, 0), (.appear, 0), (.timer, 0), (.userRefresh, 1), (.appear, 1),
      (.userRefresh, 2),
    ] as [(LoadReason, Int)] {
      await screen.load(loadReason, stage.navigator)
      #expect(stage.notices == Array(repeating: "Refreshed.", count: count))
    }
  }

  @Test("A screen's error stays until the source has responded")
  func aFailureStaysUntilTheSourceHasAnswered() async {
    let screen = well.screen
    let live = Provenance(.live("well"), timestamp: 1)
    (well.problem, well.text) = (TestError(), nil)
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == StatusMessage(failure: TestError(), showsEarlierData: false))
    #expect(stage.notices == [])
    // The kept rows are shown, and the source hasn't answered.
    (well.problem, well.text, well.provenance) = (nil, "kept", live.at(1, .awaited))
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem != nil && screen.title == "kept")
    well.provenance = live
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == nil)
    well.provenance = nil
    screen.state.problem = StatusMessage("Old.")
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == nil)
  }

  @Test("A failed automatic load is reported in the status line or open panel")
  func whatNobodyAskedForIsSaidInTheBottomLineAndInAPanelThatIsThere() async {
    let screen = well.screen
    await screen.load(.appear, stage.navigator)
    (well.problem, well.text) = (TestError(), nil)
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == nil)
    #expect(stage.notices == ["The well is dry."])
    screen.state.problem = StatusMessage("Old.")
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == StatusMessage(failure: TestError(), showsEarlierData: true))
    #expect(stage.notices == ["The well is dry.", "The well is dry."])
    // That it still is so isn't said each time.
    await screen.load(.timer, stage.navigator)
    #expect(stage.notices.count == 2)
    await screen.load(.userRefresh, stage.navigator)
    #expect(screen.problem == StatusMessage(failure: TestError(), showsEarlierData: true))
    #expect(stage.notices.count == 2)
  }

  @Test("A screen that opens a recovery adds no error above its content")
  func aRemedyLeavesNoFailureAboveWhatIsThere() async {
    let screen = well.screen
    (well.problem, well.text) = (RecoverableTestError(), nil)
    await screen.load(.userRefresh, stage.navigator)
    #expect(stage.opened == ["only"])
    #expect(
      screen.problem == StatusMessage(failure: RecoverableTestError(), showsEarlierData: false))
    (well.problem, well.text) = (nil, "water")
    await screen.load(.appear, stage.navigator)
    #expect(screen.problem == nil)
    (well.problem, well.text) = (RecoverableTestError(), nil)
    await screen.load(.userRefresh, stage.navigator)
    #expect(stage.opened == ["only", "only"])
    #expect(screen.problem == nil)
    screen.state.problem = StatusMessage("Old.")
    await screen.load(.userRefresh, stage.navigator)
    #expect(
      screen.problem == StatusMessage(failure: RecoverableTestError(), showsEarlierData: true))
  }
}
