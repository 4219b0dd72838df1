import Documents
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// Images drawn by a program that is called chafa: here one that says how it was called.
@MainActor @Suite struct ChafaTests {
  private func chafa(_ script: String, in home: TemporaryDirectory) throws -> Chafa {
    try home.writeScript("chafa", "#!/bin/sh\n\(script)\n")
    return try #require(Chafa(environment: ["PATH": home.path]))
  }

  @Test("openBIS passes image and size to chafa") func itIsGivenTheImageAndTheSize() async throws {
    let home = try TemporaryDirectory()
    let chafa = try chafa(
      "/bin/echo \"$@\"; /usr/bin/wc -c; /bin/echo \"HOME is ${HOME-none}\"", in: home)
    let bytes = [UInt8](repeating: 7, count: 300_000)
    let lines = try #require(
      await chafa.lines(of: bytes, rows: 12, columns: 40, drawsDark: true))
    #expect(lines.first?.contains("--size=40x12 --invert -") == true)
    #expect(lines.dropFirst().first == "300000")
    #expect(lines.last == "HOME is none")
  }

  @Test("openBIS removes cursor sequences from the output of chafa")
  func sequencesForTheCursorAreLeftOut() async throws {
    let home = try TemporaryDirectory()
    let chafa = try chafa("/usr/bin/printf '\\033[?25l⠁⠂\\n⠃\\033[?25h\\n\\n'", in: home)
    #expect(await chafa.lines(of: [1], rows: 5, columns: 5) == ["⠁⠂", "⠃"])
  }

  @Test(
    "openBIS requests graphics of the full size from chafa",
    arguments: [Chafa.Graphics.kitty, .sixels])
  func itIsAskedForGraphicsThatFillTheSize(form: Chafa.Graphics) async throws {
    let home = try TemporaryDirectory()
    let chafa = try chafa("/bin/echo \"$@\"", in: home)
    let output = try #require(await chafa.graphics(form, of: [1], rows: 12, columns: 40))
    let wanted = "--format=\(form.rawValue) --stretch --animate=off --size=40x12 -\n"
    #expect(String(decoding: output, as: UTF8.self) == wanted)
  }

  @Test("openBIS image is shown by a terminal with graphics")
  func aProbesImageIsShownAsItIsWhereTheTerminalCan() async throws {
    let viewer = Viewer(try .unplugged(zone: .utc), debounce: {})
    let session = try await TestSession(viewer.application, graphics: .kitty)
    await session.press(.down, .enter, .down, "d", .enter)
    let image = try #require(session.frame.images.first)
    #expect(image.image.size == PixelSize(width: 160, height: 96))
    #expect(image.area == Area(row: 1, column: 1, rows: 21, columns: 70))
    try session.expect("20121008094501234-17.png")
    try session.expect("image/png · 160 × 96 pixels")
    try session.expectNo("Install chafa")
    try await session.killAndRelaunch()
    #expect(session.frame.images == [image])
    await session.press(.escape)
    #expect(session.frame.images.isEmpty)
  }

  @Test(
    "openBIS takes sixels of the installed chafa",
    .enabled(
      if: Chafa(environment: ProcessInfo.processInfo.environment) != nil,
      "chafa isn't installed: what it really writes isn't tried"))
  func whatChafaReallyWritesIsTaken() async throws {
    let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
    let viewer = Viewer(
      try .unplugged(zone: .utc), chafa: chafa, debounce: {})
    let cell = PixelSize(width: 10, height: 20)
    let session = try await TestSession(viewer.application, graphics: .sixel(cell: cell))
    await session.press(.down, .enter, .down, "d", .enter)
    let image = try #require(session.frame.images.first)
    #expect(image.image.isSupported(by: .sixel(cell: cell)))
  }

  @Test("openBIS draws nothing if chafa fails or is missing") func whatItCannotReadIsNotDrawn()
    async throws
  {
    let home = try TemporaryDirectory()
    let chafa = try chafa("exit 2", in: home)
    #expect(await chafa.lines(of: [1], rows: 5, columns: 5) == nil)
    #expect(Chafa(environment: ["PATH": "/nowhere"]) == nil)
  }

  @Test("openBIS image is drawn by chafa and saved") func aProbesImageIsDrawnAndSaved() async throws
  {
    let home = try TemporaryDirectory()
    let chafa = try chafa("/bin/echo \"dots $4 $5\"", in: home)
    let viewer = Viewer(
      try .unplugged(zone: .utc), directory: home.path, chafa: chafa, debounce: {})
    let session = try await TestSession(viewer.application)
    await session.press(.down, .enter, .down, "d", .enter)
    try session.expect("--size=78x21")
    try session.expect("image/png · 160 × 96 pixels")
    await session.press("s")
    try session.expect("Saved to")
    let file = home.file("20121008094501234-17.png")
    #expect(PixelSize([UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))) != nil)
  }
}
