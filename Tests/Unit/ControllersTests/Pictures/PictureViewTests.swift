import Screens
import Terminals
import Testing

@testable import Controllers

/// The place that a picture is looked at from, in numbers, and the room that it has.
@MainActor @Suite struct PictureViewTests {
  private func controller(
    caption: String = "A town.", copyLoss: String? = nil, isRefreshable: Bool = true,
    failing: Bool = false, reach: Int = 1_000
  ) async -> PictureController {
    let controller = PictureController(title: "Map", isRefreshable: isRefreshable) { load in
      if failing, load.loadReason == .userRefresh { throw TestError() }
      load.show(
        Picture(
          title: "Town", caption: caption, isSpatial: true, copyLoss: copyLoss,
          reach: { _, _ in (reach, reach) }
        ) { _, canvas in canvas.write("\(canvas.rows)x\(canvas.columns)", row: 0) })
    }
    await controller.load(.appear, Stage().navigator)
    return controller
  }

  // MARK: Numbers

  @Test("A picture's zoom step is a quarter, up to 20 steps")
  func eachStepIsAQuarterMoreOrLessUpToTwenty() {
    func factor(_ zoom: Int) -> Double {
      var view = PictureView()
      view.zoom = zoom
      return view.factor
    }
    #expect([0, 1, 2, -1].map(factor) == [1, 1.25, 1.5625, 0.8])
    #expect(factor(21) == factor(20) && factor(20) > factor(19))
    #expect(factor(-21) == factor(-20) && factor(.min) == factor(-20))
  }

  @Test("A picture's view is clamped to its range") func everyNumberIsWhereItCanBe() {
    var view = PictureView()
    (view.zoom, view.across, view.down) = (1, 70, -70)
    (view.turn, view.tilt, view.roll) = (375, -375, 360)
    let near = view.clamped(across: 50, down: 60)
    #expect([near.zoom, near.across, near.down] == [1, 50, -60])
    #expect([near.turn, near.tilt, near.roll] == [15, -15, 0])
    let within = view.clamped(across: 71, down: 72)
    #expect([within.across, within.down] == [70, -70])
    let nowhere = view.clamped(across: -3, down: 0)
    #expect([nowhere.across, nowhere.down] == [0, 0])
    view.zoom = 0
    #expect([view.clamped.across, view.clamped.down] == [0, 0])
    (view.zoom, view.across, view.down) = (21, .max, .min)
    #expect([view.clamped.zoom, view.clamped.across] == [20, 100_000])
    #expect(view.clamped.down == -100_000)
    view.zoom = -21
    #expect(view.clamped.zoom == -20)
  }

  @Test(
    "Keys change a picture's zoom, position, turn and tilt",
    arguments: [
      (["+", "="], [2, 0, 0, 0, 0, 0]), (["-"], [-1, 0, 0, 0, 0, 0]),
      (["[", ">", "}"], [0, 0, 0, 15, 15, -15]), (["]", "<", "{"], [0, 0, 0, -15, -15, 15]),
      (["+", .right, "j"], [1, 160, 160, 0, 0, 0]), (["+", "h", .up], [1, -160, -160, 0, 0, 0]),
      (["+", "l", "k"], [1, 160, -160, 0, 0, 0]), (["+", .left, .down], [1, -160, 160, 0, 0, 0]),
      (["+", "+", .right], [2, 128, 0, 0, 0, 0]), ([.right, .down], [0, 0, 0, 0, 0, 0]),
      (["+", "]", "0"], [0, 0, 0, 0, 0, 0]),
    ] as [([Key], [Int])])
  func keysChangeTheView(keys: [Key], expected: [Int]) async {
    let controller = await controller()
    let stage = Stage()
    for key in keys { stage.press(key, in: controller) }
    let view = controller.state.view
    #expect([view.zoom, view.across, view.down, view.turn, view.tilt, view.roll] == expected)
  }

  @Test("The wheel zooms a picture between both limits") func theWheelStopsAtTheEnds() async {
    let controller = await controller()
    let stage = Stage()
    for _ in 0..<25 { stage.mouse(.scrollUp, row: 3, in: controller) }
    #expect(controller.state.view.zoom == 20)
    for _ in 0..<45 { stage.mouse(.scrollDown, row: 3, in: controller) }
    #expect(controller.state.view.zoom == -20)
    stage.mouse(.click, row: 3, in: controller)
    #expect(controller.state.view.zoom == -20)
  }

  @Test("A picture offers the whole view only when it is zoomed")
  func theWholeIsOfferedOnlyToThoseWhoDoNotSeeIt() async {
    let controller = await controller()
    func label() -> String? { controller.bindings.first { $0.keys == ["0"] }?.label }
    #expect(label() == nil)
    let stage = Stage()
    stage.press("a", in: controller)
    #expect(label() == nil)
    stage.press("+", in: controller)
    #expect(label() == "whole")
  }

  @Test("A picture is refreshed only if it is refreshable", arguments: [true, false])
  func itIsRefreshedWhereThatBringsAnythingNew(isSo: Bool) async {
    let controller = await controller(isRefreshable: isSo)
    let stage = Stage()
    stage.press("r", in: controller)
    #expect(stage.refreshes == (isSo ? 1 : 0))
  }

  // MARK: Room

  @Test(
    "A picture has a caption in windows of seven rows or more",
    arguments: [
      ("A town.", 7, " 6x58", " A town."), ("A town.", 6, " 6x58", ""), ("", 7, " 7x58", ""),
    ])
  func theCaptionHasTheLastLineIfThereAreSeven(
    caption: String, rows: Int, picture: String, last: String
  ) async {
    let lines = Stage(rows: rows, columns: 60).lines(of: await controller(caption: caption))
    #expect(lines.first == picture)
    #expect(lines.last == last)
  }

  @Test("A picture's error is above the picture, on half of the screen")
  func aFailureStandsAboveThePicture() async {
    let controller = await controller(failing: true)
    let stage = Stage(rows: 10, columns: 60)
    await controller.load(.userRefresh, stage.navigator)
    let problem = [
      "  ✕ Refresh failed", "    The well is dry.", "    Showing the last good data. Dig deeper.",
    ]
    #expect(
      stage.lines(of: controller) == problem + [" 6x58", "", "", "", "", "", " A town."])
    stage.size = Size(rows: 9, columns: 60)
    #expect(stage.lines(of: controller) == problem + [" 6x58", "", "", "", "", ""])
    // Half of a low window is the picture's.
    stage.size = Size(rows: 4, columns: 60)
    #expect(stage.lines(of: controller) == Array(problem.prefix(2)) + [" 2x58", ""])
  }

  @Test("A picture shows Loading and then the error of a failed load")
  func untilItIsThereItLoadsAndThenSaysWhyNot() async {
    let stage = Stage(rows: 3, columns: 60)
    let controller = PictureController(title: "Map") { _ in throw TestError() }
    #expect(stage.lines(of: controller) == ["  Loading…", "", ""])
    await controller.load(.appear, stage.navigator)
    #expect(
      stage.lines(of: controller)
        == ["  ✕ Loading failed", "    The well is dry.", "    Dig deeper."])
  }
}
