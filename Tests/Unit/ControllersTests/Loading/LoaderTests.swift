import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// What a source shows, in steps and late, and what a screen makes of it.
@MainActor @Suite struct LoaderTests {
  private let loader = Loader<String>()
  private let requests = RequestLog()
  private var navigator: Navigator { requests.navigator }

  private func load(
    _ loadReason: LoadReason = .appear,
    _ source: @MainActor (Load<String>) async throws -> Void
  ) async -> Loader<String>.Outcome {
    await loader.load(loadReason, navigator, source) { before, isNews in
      requests.shown.append("\(before ?? "nothing") → \(loader.content ?? "") \(isNews)")
    }
  }

  // MARK: Steps

  @Test("A loader has each step's content before painting") func eachStepIsThereBeforeItIsPainted()
    async
  {
    let outcome = await load {
      $0.show("known")
      #expect(requests.paints == [true])
      $0.show("said")
      $0.show("said, with names")
    }
    #expect(outcome.isLoaded)
    #expect(loader.content == "said, with names")
    #expect(requests.paints == [true, true, true])
    #expect(
      requests.shown
        == ["nothing → known false", "known → said false", "said → said, with names false"])
  }

  @Test("A loader counts content of a later timestamp as news")
  func whatIsOfAnotherMomentIsNewsAndMoreOfTheSameIsNot() async {
    _ = await load {
      $0.show("a", from: Provenance(.live("farm"), .offline, timestamp: 1))
      $0.show("b", from: Provenance(.live("farm"), timestamp: 2))
      $0.show("b with names", from: Provenance(.live("farm"), timestamp: 2))
    }
    _ = await load(.userRefresh) { $0.show("c", from: Provenance(.live("farm"), timestamp: 3)) }
    #expect(
      requests.shown == [
        "nothing → a false", "a → b true", "b → b with names false", "b with names → c true",
      ])
  }

  /// Moments are whole seconds.
  @Test("A loader counts news once per load within one second")
  func whatIsSaidWithinASecondIsNewsOfEachLoadOnce() async {
    let live = Provenance(.live("farm"), timestamp: 1)
    _ = await load {
      $0.show("a", from: live.at(1, .awaited))
      $0.show("b", from: live)
      $0.show("b with names", from: live)
    }
    _ = await load(.userRefresh) {
      $0.show("c", from: live)
      $0.show("c with names", from: live)
    }
    #expect(
      requests.shown == [
        "nothing → a false", "a → b false", "b → b with names false", "b with names → c true",
        "c → c with names false",
      ])
  }

  @Test("A source that shows nothing fails unless content is there")
  func aSourceThatShowsNothingHasFailed() async {
    let outcome = await load { _ in }
    guard case .failed(let error) = outcome else {
      Issue.record("it loads for ever")
      return
    }
    #expect(error is NothingShown)
    // What is there from before stays, and a source may have nothing to add.
    _ = await load { $0.show("known") }
    let later = await load { _ in }
    #expect(later.isLoaded)
    #expect(loader.content == "known")
  }

  // MARK: Late answers

  @Test("A replaced load's late content is dropped") func whatAReplacedLoadShowsLateIsDropped()
    async
  {
    var first: Load<String>?
    _ = await load {
      $0.show("first")
      first = $0
    }
    let outcome = await load(.userRefresh) { second in
      first?.show("late")
      first?.say("1 of 2 MiB")
      #expect(loader.content == "first")
      #expect(loader.progress == nil)
      second.show("second")
      first?.show("later still")
    }
    first?.show("far too late")
    #expect(outcome.isLoaded)
    #expect(loader.content == "second")
    #expect(requests.paints.count == 2)
  }

  @Test func aReplacedLoadThatFailsLateSaysNothing() async {
    var isReplaced = false
    let outcome = await load {
      _ in
      _ = await load(.userRefresh) { $0.show("second", from: Provenance(.live("farm"))) }
      isReplaced = true
      throw TestError()
    }
    #expect(isReplaced)
    guard case .dropped = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // Nor does it make what replaced it look old.
    #expect(loader.provenance(nil)?.dataStatus == .current)
  }

  @Test("A replaced load's progress is dropped") func howFarAReplacedLoadWasIsSaidNoMore() async {
    _ = await load {
      $0.say("1 of 9 MiB")
      #expect(loader.activity == "Loading… 1 of 9 MiB")
      _ = await load(.userRefresh) {
        #expect(loader.activity == nil)
        $0.say("2 of 9 MiB")
        #expect(loader.activity == "Loading… 2 of 9 MiB")
        $0.show("all")
        // It was asked for, and goes on.
        #expect(loader.activity == "Loading…")
      }
    }
    #expect(loader.activity == nil)
  }

  @Test("A timed load with content shows no progress")
  func aLoadThatBeganByItselfStaysQuietOnceThereIsContent() async {
    _ = await load(.timer) {
      $0.say("1 of 9 MiB")
      #expect(loader.activity == "Loading… 1 of 9 MiB")
      $0.show("all")
    }
    _ = await load(.timer) {
      $0.say("2 of 9 MiB")
      #expect(loader.activity == nil)
      $0.show("all again")
    }
    _ = await load(.userRefresh) {
      $0.say("3 of 9 MiB")
      #expect(loader.activity == "Loading… 3 of 9 MiB")
    }
  }

  @Test("A source that retains its load doesn't retain the screen")
  func aSourceThatKeepsItsLoadKeepsNoScreen() async {
    var kept: Load<String>?
    weak var screen: RequestLog?
    do {
      let requests = RequestLog()
      screen = requests
      let outcome = await loader.load(.userRefresh, requests.navigator) {
        kept = $0
        $0.show("all")
      } shown: { _, _ in
        requests.shown.append("all")
      }
      #expect(outcome.isLoaded)
    }
    kept?.show("far too late")
    #expect(loader.content == "all")
    #expect(screen == nil)
  }

  @Test func aCancelledLoadShowsNothingMore() async throws {
    let gate = Turnstile(isOpen: false)
    let work = Task {
      await load {
        $0.show("known")
        await gate.wait()
        $0.show("said")
      }
    }
    try await waitUntil("something is shown") { loader.content != nil }
    work.cancel()
    gate.open()
    guard case .dropped = await work.value else {
      Issue.record("it wasn't dropped")
      return
    }
    #expect(loader.content == "known")
  }

  // MARK: Where it is from

  @Test("A loader's provenance is stale until a new response comes")
  func whatIsOldIsCalledOldUntilANewAnswerComes() async {
    let somewhere = Provenance(.live("somewhere"), .notRequested)
    #expect(loader.provenance(nil) == nil)
    #expect(loader.provenance(somewhere) == somewhere)
    let live = Provenance(.live("farm"), timestamp: 1)
    _ = await load { $0.show("a", from: live) }
    #expect(loader.provenance(somewhere) == live)
    _ = await load(.timer) { _ in throw TestError() }
    #expect(loader.provenance(somewhere) == live.at(1, .error))
    #expect(loader.content == "a")
    // What was kept is shown again, and is no newer for that.
    _ = await load { $0.show("a", from: live.at(1, .offline)) }
    #expect(loader.provenance(nil)?.dataStatus == .error)
    _ = await load(.timer) { $0.show("b", from: live) }
    #expect(loader.provenance(nil) == live)
  }

  @Test(
    "A loader's provenance has the data status of the error",
    arguments: Provenance.DataStatus.allCases)
  func whatAProblemSaysOfItsSourceIsWhatTheTopLineSays(dataStatus: Provenance.DataStatus) async {
    _ = await load { $0.show("a", from: Provenance(.live("farm"), timestamp: 1)) }
    _ = await load(.timer) { _ in throw DataStatusTestError(dataStatus: dataStatus) }
    #expect(loader.provenance(nil)?.dataStatus == dataStatus)
    // What can't be reached, or heard to the end, is asked again soon, whatever was wanted.
    let isRetried = [.offline, .badResponse].contains(dataStatus)
    #expect(loader.refreshInterval() == (isRetried ? 15 : nil))
    #expect(loader.refreshInterval(5) == 5)
  }

  @Test("A paused loader retries no failing source")
  func whoeverWantsNoRefreshGetsNoneAlsoFromASourceThatFails() async {
    let paused = Provenance(.live("farm"), .notRequested, isPaused: true)
    _ = await load { _ in throw DataStatusTestError(dataStatus: .offline) }
    #expect(loader.refreshInterval() == 15)
    #expect(loader.refreshInterval(from: paused) == nil)
    _ = await load { $0.show("a", from: paused.at(1, .offline)) }
    #expect(loader.refreshInterval() == nil)
  }

  /// The log has a line for every end, as it has one for every beginning.
  @Test(
    "A loader reports the end of a failure of every data status",
    arguments: Provenance.DataStatus.allCases)
  func theEndOfEveryFailureIsTold(dataStatus: Provenance.DataStatus) async {
    let live = Provenance(.live("farm"), timestamp: 1)
    _ = await load { $0.show("a", from: live) }
    _ = await load(.timer) { _ in throw DataStatusTestError(dataStatus: dataStatus) }
    _ = await load(.timer) { $0.show("a", from: live) }
    let isFailure = ![.notRequested, .current, .awaited].contains(dataStatus)
    #expect(requests.notices.count == (isFailure ? 1 : 0))
    #expect(requests.notices.allSatisfy { $0.hasPrefix("farm: ") || $0 == "Certificate trusted." })
  }

  // MARK: Failures

  @Test("A failed automatic load with content is no failure of the screen")
  func aFailureNobodyAskedForIsNoneOfTheScreensWhileThereIsSomethingToShow() async {
    for (loadReason, hasContent, isFailed) in [
      (.appear, false, true), (.timer, false, true), (.appear, true, false),
      (.timer, true, false), (.userRefresh, true, true),
    ] as [(LoadReason, Bool, Bool)] {
      let loader = Loader<String>()
      let outcome = await loader.load(
        loadReason, navigator,
        {
          if hasContent { $0.show("known") }
          throw TestError()
        }, shown: { _, _ in })
      switch outcome {
      case .failed: #expect(isFailed, "\(loadReason) \(hasContent)")
      case .unchanged: #expect(!isFailed, "\(loadReason) \(hasContent)")
      default: Issue.record("\(outcome)")
      }
    }
  }

  @Test("A recovery opens only for a user's refresh") func aRemedyIsOpenedOnlyWhenThePersonAsked()
    async
  {
    for loadReason in [LoadReason.appear, .timer] {
      _ = await load(loadReason) { _ in throw RecoverableTestError() }
      #expect(requests.pushed.isEmpty)
    }
    guard case .recovered = await load(.userRefresh, { _ in throw RecoverableTestError() }) else {
      Issue.record("it wasn't remedied")
      return
    }
    #expect(requests.pushed == ["only"])
  }
}

extension Loader.Outcome {
  fileprivate var isLoaded: Bool { if case .loaded = self { true } else { false } }
}

/// What was asked of a navigator.
@MainActor private final class RequestLog {
  private(set) var paints: [Bool] = []
  private(set) var pushed: [String] = []
  private(set) var notices: [String] = []
  var shown: [String] = []

  var navigator: Navigator {
    Navigator(size: Size(rows: 22, columns: 80)) { request in
      switch request {
      case .paint(let isLoaded): self.paints.append(isLoaded)
      case .notify(let notice): self.notices.append(notice)
      case .push(let route): self.pushed.append("\(route)")
      default: break
      }
    }
  }
}
