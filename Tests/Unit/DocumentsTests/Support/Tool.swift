import Foundation

@testable import Documents

/// A program that a test runs to its end.
enum Tool {
  static func output(
    _ path: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> String {
    try ToolRun(path, arguments, environment: environment).output
  }

  static func isInstalled(_ name: String) -> Bool { access("/usr/bin/" + name, X_OK) == 0 }
}
