import Foundation
import Testing

@testable import Restoration

@Suite struct ProbationTests {
  private let path =
    FileManager.default.temporaryDirectory.path + "/attempts-\(UUID().uuidString)"

  @Test func eachStartThatFailsResumesLess() throws {
    let starts = try (0..<6).map { _ in try Probation(path: path).begin() }
    #expect(
      starts == [.everything, .freshTop, .withoutTop, .rootOnly, .rootOnly, .rootOnly])
  }

  @Test func aStartThatSucceedsClearsWhatWasBefore() throws {
    _ = try Probation(path: path).begin()
    let second = Probation(path: path)
    #expect(try second.begin() == .freshTop)
    second.pass()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try Probation(path: path).begin() == .everything)
  }

  @Test(arguments: ["", "x", "-3", "99999999999999999999"])
  func aMarkThatMakesNoSenseCountsAsNone(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try Probation(path: path).begin() == .everything)
  }
}
