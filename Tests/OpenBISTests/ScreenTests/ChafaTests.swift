import Documents
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// Images drawn by a program that is called chafa: here one that says how it was called.
@MainActor @Suite struct ChafaTests {
  private func chafa(_ script: String, in home: TemporaryFolder) throws -> Chafa {
    let path = home.file("chafa")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return try #require(Chafa(environment: ["PATH": home.path]))
  }

  @Test func itIsGivenTheImageAndTheSize() async throws {
    let home = try TemporaryFolder()
    let chafa = try chafa(
      "/bin/echo \"$@\"; /usr/bin/wc -c; /bin/echo \"HOME is ${HOME-none}\"", in: home)
    let bytes = [UInt8](repeating: 7, count: 300_000)
    let lines = try #require(
      await chafa.lines(of: bytes, rows: 12, columns: 40, drawsDark: true))
    #expect(lines.first?.contains("--size=40x12 --invert -") == true)
    #expect(lines.dropFirst().first == "300000")
    #expect(lines.last == "HOME is none")
  }

  @Test func sequencesForTheCursorAreLeftOut() async throws {
    let home = try TemporaryFolder()
    let chafa = try chafa("/usr/bin/printf '\\033[?25l⠁⠂\\n⠃\\033[?25h\\n\\n'", in: home)
    #expect(await chafa.lines(of: [1], rows: 5, columns: 5) == ["⠁⠂", "⠃"])
  }

  @Test func whatItCannotReadIsNotDrawn() async throws {
    let home = try TemporaryFolder()
    let chafa = try chafa("exit 2", in: home)
    #expect(await chafa.lines(of: [1], rows: 5, columns: 5) == nil)
    #expect(Chafa(environment: ["PATH": "/nowhere"]) == nil)
  }

  @Test func aProbesImageIsDrawnAndSaved() async throws {
    let home = try TemporaryFolder()
    let chafa = try chafa("/bin/echo \"dots $4 $5\"", in: home)
    let viewer = Viewer(
      try .unplugged(zone: .utc), folder: home.path, chafa: chafa, rest: {})
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
