import Foundation
import RepriseTesting
import Screens
import Terminals
import Testing

/// A picture that is different says where, and how a person with no Makefile records it.
@Suite struct GoldenErrorTests {
  private static func frame(_ change: (inout Canvas) -> Void = { _ in }) -> Frame {
    var canvas = Canvas(size: Size(rows: 8, columns: 20))
    for row in 0..<8 { canvas.write("line \(row)", row: row) }
    change(&canvas)
    return canvas.picture
  }

  private func problem(_ frame: Frame) throws -> String {
    let directory = try TemporaryDirectory()
    let picture = (0..<8).map { "|line \($0)              |\n" }.joined()
    try directory.write("Golden/Suite/case.txt", picture)
    let problem = #expect(throws: GoldenError.self) {
      try assertGolden(frame, "case", suite: "Suite", testFile: directory.file("Test.swift"))
    }
    return problem?.description ?? ""
  }

  @Test(
    "A golden mismatch lists the rows that differ",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] == nil),
    arguments: [
      (
        frame { $0.write("LINE", row: 3) },
        """
            …
          2     |line 2              |
          3 was |line 3              |
          3 is  |LINE 3              |
          4     |line 4              |
        """
      ),
      (
        frame { $0.write("line 0", row: 0, style: .title.selected) },
        """
          0     |line 0              |
          0 styles were plain, are 0-5 title selected
          1     |line 1              |
        """
      ),
      (
        frame {
          $0.write("x", row: 0, column: 9)
          $0.write("x", row: 7, column: 9)
        },
        """
          0 was |line 0              |
          0 is  |line 0   x          |
          1     |line 1              |
            …
          6     |line 6              |
          7 was |line 7              |
          7 is  |line 7   x          |
        """
      ),
    ])
  func onlyTheRowsThatDifferAreTold(frame: Frame, expected: String) throws {
    let lines = try problem(frame).split(separator: "\n").dropFirst().dropLast()
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test(
    "A golden mismatch says how to record the picture",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] == nil))
  func howToRecordIsSaidForAnyPackage() throws {
    let directory = try TemporaryDirectory()
    let missing = #expect(throws: GoldenError.self) {
      try assertGolden(
        Self.frame(), "none", suite: "Suite", testFile: directory.file("Test.swift"))
    }
    #expect(missing?.description.contains("REPRISE_RECORD_GOLDENS=1 swift test") == true)
    #expect(try problem(Frame(size: Size(rows: 8, columns: 20))).contains("REPRISE_RECORD_GOLDENS"))
  }
}
