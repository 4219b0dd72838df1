import Foundation
public import Terminals

/// Compares a frame with the file `Golden/<suite>/<name>.txt` next to the test's source.
///
///     try assertGolden(session.frame, "list-80x24", suite: "Machines")
///
/// `REPRISE_RECORD_GOLDENS=1 swift test --filter NAME` records the golden file. The call still
/// throws, so that the recording is reviewed and a recording run never passes. Throws
/// `GoldenError`, which lists the rows that differ.
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
  guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
    throw GoldenError.missing(file.path)
  }
  guard recorded == picture else { throw GoldenError.different(recorded: recorded, now: picture) }
}

/// An error of `assertGolden`: the golden file was just recorded, is missing, or differs from the
/// frame.
public enum GoldenError: Error, CustomStringConvertible {
  /// The frame was recorded as a golden file, which has to be reviewed now. The value is the file's
  /// path.
  case recorded(String)
  /// The golden file doesn't exist, so the frame couldn't be compared. The value is the file's
  /// path.
  case missing(String)
  /// The frame differs from the golden file. The values are the golden file's contents and the
  /// contents that it would have if it were recorded now.
  case different(recorded: String, now: String)

  /// A message with the reason, the rows that differ, and advice for the developer.
  public var description: String {
    switch self {
    case .recorded(let path): "\(path) was recorded. Look at it, then run the tests again."
    case .missing(let path): "\(path) is missing. \(Self.advice)"
    case .different(let recorded, let now):
      """
      The screen isn't the picture that was recorded:
      \(PictureDifference(before: .init(golden: recorded), after: .init(golden: now)))
      If that is on purpose: \(Self.advice)
      """
    }
  }

  private static let advice =
    "Record it with REPRISE_RECORD_GOLDENS=1 swift test, and look at what was recorded."
}
