import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

/// A source may show its rows in steps: what a later one brings isn't gone.
@MainActor @Suite struct StepsTests {
  private let source = Source()

  private func application(_ request: ListRequest = ListRequest()) -> Application<StepRoute> {
    Application("steps", root: .list) { [source] route in
      switch route {
      case .list:
        ListController<Int>(
          title: "Numbers",
          columns: [Column("name", heading: "NAME", width: .flexible(8...40)) { "#\($0)" }],
          id: { "\($0)" }, request: request, source: { try await source.show($0) },
          open: { number, navigator in navigator.push(StepRoute.number(number)) })
      case .number(let number):
        TextController(title: "Number") { $0.show("This is \(number).") }
      }
    }
  }

  @Test(arguments: [true, false])
  func theSelectionWaitsForTheStepThatBringsIt(isContinued: Bool) async throws {
    source.isContinued = isContinued
    let session = try await TestSession(application())
    await session.press(.end)
    #expect(session.selectedText == "#100")
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#100")
    try session.expectNo("gone")
    await session.press("r")
    #expect(session.selectedText == "#100")
    try session.expectNo("gone")
  }

  @Test(arguments: [true, false], [1, 2] as [UInt64])
  func theLawHoldsForASourceInSteps(isContinued: Bool, seed: UInt64) async throws {
    source.isContinued = isContinued
    try await assertRestorable(application(), script: .random(seed: seed, count: 120))
  }

  @Test func aRowThatNoStepBringsIsGone() async throws {
    let session = try await TestSession(application())
    await session.press(.end)
    source.count = 99
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#99")
    try session.expect("“#100”")
  }

  @Test func aLoadThatFailsHalfwayLosesNothing() async throws {
    let session = try await TestSession(application())
    await session.press(.end)
    source.fails = true
    await session.press("r")
    try session.expectNo("“#100”")
    source.fails = false
    await session.press("r")
    #expect(session.selectedText == "#100")
  }

  @Test func aRowThatTheCommandLineNamesMayComeLater() async throws {
    source.isContinued = true
    let session = try await TestSession(application(ListRequest(name: "#60")))
    try session.expect("This is 60.")
  }

  @Test func whoeverMovesMeanwhileIsNotMovedBack() async throws {
    source.isContinued = true
    let session = try await TestSession(application())
    await session.press(.end, .home)
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#1")
  }
}

private enum StepRoute: AppRoute {
  case list
  case number(Int)
}

/// It shows twenty numbers, and a little later all.
@MainActor private final class Source {
  var count = 100
  var isContinued = false
  var fails = false

  func show(_ load: Load<ListContent<Int>>) async throws {
    load.show(
      ListContent(rows: Array(1...20), summary: "20 numbers"), isContinued: isContinued)
    for _ in 0..<20 { await Task.yield() }
    if fails { throw TestProblem() }
    load.show(ListContent(rows: Array(1...count), summary: "\(count) numbers"))
  }
}
