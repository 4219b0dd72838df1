import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

/// What a form has to say, and to offer, before anybody has pressed a button.
@MainActor @Suite struct StartChoicesTests {
  private let gate = Turnstile()

  private func session() async throws -> TestSession<OnlyRoute> {
    let choices = ["ann", "bob"].map { name in
      StartChoice(
        "choice-\(name)", title: "\(name) at home", value: "11:59",
        outcome: .init(nextID: "load", texts: ["user": name]))
    }
    return try await TestSession(
      Application("form", title: "Form") {
        StartController(
          fields: [Field("user", label: "User")],
          buttons: [
            FormButton("load", title: "Load") { input, _ in
              await self.gate.wait()
              return .init(report: StatusMessage("Loaded for \(input.texts["user"] ?? "nobody")."))
            },
            FormButton("go", title: "Go", needsLoaded: true) { input, navigator in
              navigator.notify("On to \(input.loaded ?? "nothing").")
              return .init()
            },
          ],
          choices: { StartChoices(title: "Known", valueTitle: "saved", rows: choices) },
          source: { .init(report: StatusMessage("Two are known."), loaded: "the first") })
      })
  }

  @Test("A start form shows its source's message and uses its data")
  func whatIsThereFromTheStartIsSaidAndCanBeGoneOnWith() async throws {
    let session = try await session()
    try session.expect("Two are known.")
    await session.press(.tab, .tab, .enter)
    try session.expect("On to the first.")
    try await session.killAndRelaunch()
    try session.expect("Two are known.")
  }

  @Test("A form's choice fills in the fields and is restored")
  func aChoiceFillsInTheFieldsAndComesBackFilledIn() async throws {
    let session = try await session()
    await session.press(.tab, .tab, .tab, .down, .enter)
    #expect(session.selectedText?.contains("[ Load ]") == true)
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("Loaded for bob.")
  }

  @Test("Escape cancels a start form's button, which can be pressed again")
  func escapeGivesUpWhatAButtonDoes() async throws {
    let session = try await session()
    await session.press(.tab)
    gate.close()
    async let pressed: Void = session.press(.enter)
    try await session.wait(for: "Loading…")
    async let cancelled: Void = session.press(.escape)
    try await session.wait(for: "Cancelled.")
    gate.open()
    await pressed
    await cancelled
    try session.expectNo("Loaded for")
    await session.press(.enter)
    try session.expect("Loaded for")
  }

  /// Whoever comes back without it isn't sent there again.
  @Test("A start form opens the recovery of a failed load only once")
  func theRemedyOfALoadIsOpenedOnce() async {
    var pushed = 0
    let navigator = Navigator(size: Size(rows: 10, columns: 40)) { request in
      if case .push = request { pushed += 1 }
    }
    let start = StartController(
      fields: [], buttons: [], source: { .init(problem: "It failed", RecoverableTestError()) })
    for _ in 0..<3 { await start.load(.appear, navigator) }
    #expect(pushed == 1)
  }
}
