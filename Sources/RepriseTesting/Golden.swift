import Foundation
public import Terminals

/// Compares a frame with the picture kept in `Golden/<suite>/<name>.txt` beside the test's file.
///
/// With REPRISE_RECORD_GOLDENS set the picture is recorded, and the call throws all the same: what was recorded has to be looked at, and
/// a run that records can't pass.
public func assertGolden(
  _ frame: Frame, _ name: String, suite: String, testFile: String = #filePath
) throws {
  let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(suite)")
  let file = folder.appendingPathComponent("\(name).txt")
  let picture = ([frame.railed] + frame.styleRuns).joined(separator: "\n") + "\n"
  if ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] != nil {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(picture.utf8).write(to: file)
    throw GoldenProblem.recorded(file.path)
  }
  guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
    throw GoldenProblem.missing(file.path)
  }
  guard kept == picture else { throw GoldenProblem.different(kept: kept, now: picture) }
}

public enum GoldenProblem: Error, CustomStringConvertible {
  case recorded(String)
  case missing(String)
  case different(kept: String, now: String)

  public var description: String {
    switch self {
    case .recorded(let path): "\(path) was recorded. Look at it, then run the tests again."
    case .missing(let path): "\(path) is missing. Record it with make golden."
    case .different(let kept, let now): "The screen was\n\(kept)and is now\n\(now)"
    }
  }
}
