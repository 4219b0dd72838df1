import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct PictureControllerTests {
  private func application(
    isSpatial: Bool = true, turns: Bool = true, copied: String? = nil, isASCII: Bool = false,
    reach: Int = 100_000
  ) -> Application<OnlyRoute> {
    Application("pictures") {
      PictureController(title: "Map") { load in
        load.show(
          Picture(
            title: "Town", caption: "A town.", isSpatial: isSpatial, turns: turns, copied: copied,
            isASCII: isASCII,
            reach: { view, size in (reach - view.roll, min(reach, size.rows * 20)) }
          ) { view, canvas in
            canvas.write(
              "\(view.zoom) \(view.across) \(view.down) \(view.turn) \(view.tilt) \(view.roll) \(view.isASCII ?? isASCII)",
              row: 0)
            canvas.write("\(canvas.rows)x\(canvas.columns)", row: 1)
          })
      }
    }
  }

  private func session(
    _ application: Application<OnlyRoute>, size: Size = Size(rows: 12, columns: 60)
  ) async throws -> TestSession<OnlyRoute> {
    try await TestSession(application, size: size)
  }

  @Test("A picture fills its screen above the caption, if that fits")
  func aPictureFillsItsScreenAndItsCaptionTheLastLine() async throws {
    let session = try await session(application())
    try session.expect("0 0 0 0 0 0 false")
    try session.expect("9x58")
    try session.expect("A town.")
    let small = try await self.session(application(), size: Size(rows: 6, columns: 30))
    try small.expectNo("A town.")
    try small.expect("4x28")
  }

  @Test("Keys zoom, turn and tilt a picture, and a kill keeps the view")
  func keysComeNearerTurnAndTilt() async throws {
    let session = try await session(application())
    await session.press("+", "=", "-", "]", "]", "[", ">", "{", "a")
    try session.expect("1 0 0 15 -15 15 true")
    try await session.killAndRelaunch()
    try session.expect("1 0 0 15 -15 15 true")
    // The whole again, in the characters that the person chose.
    await session.press("0")
    try session.expect("0 0 0 0 0 0 true")
  }

  @Test("Key a toggles a picture's characters from its initial ones")
  func theFirstPressChangesTheCharactersWhicheverThePictureBeginsWith() async throws {
    let session = try await session(application(isASCII: true))
    try session.expect("0 0 0 0 0 0 true")
    await session.press("a")
    try session.expect("0 0 0 0 0 0 false")
    await session.press("a")
    try session.expect("0 0 0 0 0 0 true")
  }

  @Test("Arrow keys move a picture only when it is enlarged")
  func arrowsMoveAPictureThatIsEnlarged() async throws {
    let session = try await session(application())
    await session.press(.right, .down)
    try session.expect("0 0 0 ")
    await session.press("+", .right, .right, .down)
    try session.expect("1 320 160 0")
    await session.press(.left, .up)
    try session.expect("1 160 0 0")
  }

  @Test("A picture moved beyond its edge comes back with one key")
  func whoMovesOnAtTheEdgeComesBackWithOneKey() async throws {
    let session = try await session(application(reach: 500))
    await session.press("+", .right, .right, .right, .right, .right, .right)
    try session.expect("1 500 0 0")
    await session.press(.left)
    try session.expect("1 340 0 0")
    // The picture has nine lines.
    await session.press(.down, .down, .down)
    try session.expect("1 340 180 0")
    // What is turned may be narrower.
    await session.press(.right, "]")
    try session.expect("1 485 180 0 0 15")
    try await session.killAndRelaunch()
    try session.expect("1 485 180 0 0 15")
  }

  @Test("A picture that is zoomed out again is centred")
  func aPictureThatIsNotEnlargedStandsInItsMiddle() async throws {
    let session = try await session(application())
    await session.press("+", .right, .down, "-")
    try session.expect("0 0 0 0")
    await session.press("+")
    try session.expect("1 0 0 0")
  }

  @Test("A flat picture has no keys for turning") func whatCannotTurnHasNoKeysForIt() async throws {
    let session = try await session(application(isSpatial: false, turns: false))
    await session.press("]", ">", "}")
    try session.expect("0 0 0 0 0 0")
    await session.press("?")
    try session.expectNo("Turn")
  }

  @Test("Key c copies a picture's text, or its characters") func cCopiesTheTextOrThePicture()
    async throws
  {
    let session = try await session(application(copied: "a map"))
    await session.press("c")
    #expect(session.terminal.copies == ["a map"])
    let drawn = try await self.session(application())
    await drawn.press("c")
    #expect(drawn.terminal.copies.first?.contains("0 0 0 0 0 0 false") == true)
  }

  @Test("A picture clamps a wild view of a saved state") func aViewOutOfAFileIsClamped()
    async throws
  {
    let controller = PictureController(title: "Map") { _ in }
    var state = PictureState()
    state.view.zoom = .max
    state.view.across = .min
    state.view.down = .max
    state.view.turn = .min
    state.view.tilt = .max
    controller.restoreState(state)
    #expect(controller.state.view.zoom == 20)
    #expect(controller.state.view.across == -100_000)
    #expect(abs(controller.state.view.turn) < 360)
    state.view.zoom = 0
    controller.restoreState(state)
    #expect(controller.state.view.across == 0 && controller.state.view.down == 0)
    state.view.zoom = .min
    #expect(state.view.factor > 0)
  }

  @Test("The restoration law holds for a picture") func everyEventIsRestored() async throws {
    try await assertRestorable(
      application(), script: .random(seed: 3, count: 200))
  }
}
