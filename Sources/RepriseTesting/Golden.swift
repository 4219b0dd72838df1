import Foundation
public import Terminals

/// Compares a frame with the picture in `Golden/<suite>/<name>.txt` beside the test's file.
///
///     try assertGolden(session.frame, "list-80x24", suite: "Machines")
///
/// `REPRISE_RECORD_GOLDENS=1 swift test --filter NAME` records the picture, and the call throws all the same: a recorded picture has to be
/// looked at, and a run that records can't pass. Throws `GoldenError`, which names the rows that differ.
public func assertGolden(
  _ frame: Frame, _ name: String, suite: String, testFile: String = #filePath
) throws {
  let directory = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(suite)")
  let file = directory.appendingPathComponent("\(name).txt")
  let picture = frame.golden
  if ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] != nil {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(picture.utf8).write(to: file)
    throw GoldenError.recorded(file.path)
  }
  guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
    throw GoldenError.missing(file.path)
  }
  guard kept == picture else { throw GoldenError.different(kept: kept, now: picture) }
}

/// A picture that was just recorded, is missing, or differs from the frame.
public enum GoldenError: Error, CustomStringConvertible {
  /// The picture was recorded into the file at this path.
  case recorded(String)
  /// No file at this path holds a picture.
  case missing(String)
  /// The frame now differs from the picture that was recorded and kept; each as the text of a golden file.
  case different(kept: String, now: String)

  /// The problem, with the rows that differ, and advice.
  public var description: String {
    switch self {
    case .recorded(let path): "\(path) was recorded. Look at it, then run the tests again."
    case .missing(let path): "\(path) is missing. \(Self.advice)"
    case .different(let kept, let now):
      """
      The screen isn't the picture that was recorded:
      \(PictureDifference(before: .init(golden: kept), after: .init(golden: now)))
      If that is on purpose: \(Self.advice)
      """
    }
  }

  private static let advice =
    "Record it with REPRISE_RECORD_GOLDENS=1 swift test, and look at what was recorded."
}
