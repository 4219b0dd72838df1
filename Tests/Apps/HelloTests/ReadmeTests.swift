import Foundation
import Testing

@Suite struct ReadmeTests {
  private let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theReadmeShowsTheHelloThatIsBuilt() throws {
    #expect(try text("README.md").contains("```swift\n\(text("Apps/Hello/main.swift"))```"))
  }

  @Test func helloHasAtMostNineLines() throws {
    #expect(try text("Apps/Hello/main.swift").split(separator: "\n").count <= 9)
  }
}
