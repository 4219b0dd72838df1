import Foundation

/// The environment of programs under test: nothing of the person's who runs the tests, and no home but the test's own.
public enum SafeEnvironment {
  /// The variables that a program needs to be found and started, and to tell the same time as the test.
  private static let kept = [
    "PATH", "TZ", "TMPDIR", "TMUX_TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
  ]

  /// The path of a folder that doesn't exist and that not even root can make: it would lie in a device.
  public static let nowhere = "/dev/null/nowhere"

  /// Returns the variables, with a test's own on top; nil takes one away.
  ///
  /// Without a `home` there is none, and writing there is refused.
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
