import Foundation

/// The environment that programs under test are given: nothing of the person's who runs the tests,
/// and no home but the test's own.
public enum SafeEnvironment {
  /// What a program needs to be found and started, and to tell the same time as the test.
  private static let kept = [
    "PATH", "TZ", "TMPDIR", "TMUX_TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
  ]

  /// The path of a folder that isn't there and can't be made, by root neither: it would lie in a device.
  public static let nowhere = "/dev/null/nowhere"

  /// The variables, with a test's own on top; nil takes one away.
  ///
  /// Without a `home` there is none, and what a program would write there is refused.
  public static func variables(
    home: String = nowhere, _ own: [String: String?] = [:]
  ) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    variables["LC_ALL"] = "C.UTF-8"
    variables["HOME"] = home
    for (name, value) in own { variables[name] = value }
    return variables
  }
}
