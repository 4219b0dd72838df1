import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct ImageControllerTests {
  private enum Only: AppRoute { case image }

  /// An image drawn as a line for each row that there is, with the manner in it.
  private func session(
    drawn: Bool = true, failure: (any Error)? = nil, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Only> {
    try await TestSession(
      Application<Only>("image", title: "Image", root: .image) { _ in
        ImageController(
          name: "Photo", help: "Install something.",
          draw: { image, manner in
            guard drawn else { return nil }
            let line = "\(image.bytes.count) in \(manner.rows)x\(manner.columns)"
            return Array(
              repeating: line + (manner.drawsDark ? " dark" : " bright"), count: manner.rows)
          }
        ) { load in
          if let failure { throw failure }
          load.show(StillImage(title: "cat.png", facts: ["image/png", "2 × 3"], bytes: [1, 2, 3]))
        }
      }, size: size)
  }

  @Test func itFillsTheScreenAndSaysWhatItIs() async throws {
    let session = try await session()
    try session.expect("3 in 21x78 dark")
    try session.expect("image/png · 2 × 3")
    try session.expect("cat.png")
  }

  @Test func anotherWindowDrawsItAnew() async throws {
    let session = try await session()
    await session.send(.resize(Size(rows: 10, columns: 40)))
    try session.expect("3 in 7x38 dark")
  }

  @Test func itIsInvertedAndComesBackSo() async throws {
    let session = try await session()
    await session.press("i")
    try session.expect("bright")
    try await session.killAndRelaunch()
    try session.expect("bright")
  }

  @Test func whatCannotBeDrawnIsDescribed() async throws {
    let session = try await session(drawn: false)
    for text in ["cat.png", "image/png", "2 × 3", "Install something."] {
      try session.expect(text)
    }
  }

  @Test func aFailureIsSaid() async throws {
    let session = try await session(failure: TestProblem())
    try session.expect("✕ Loading failed")
  }

  @Test(arguments: [true, false]) func everyEventIsRestored(drawn: Bool) async throws {
    let application = Application<Only>("image", title: "Image", root: .image) { _ in
      ImageController(
        name: "Photo", draw: { drawn ? ["\($0.bytes) \($1)"] : nil }
      ) { $0.show(StillImage(title: "cat.png", facts: [], bytes: [1])) }
    }
    try await assertRestorable(application, script: .random(seed: 5, count: 150))
  }
}
