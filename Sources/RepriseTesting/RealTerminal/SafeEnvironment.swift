import Foundation

/// An environment for programs under test, without the user's own settings and home directory.
public enum SafeEnvironment {
  /// The variables needed to find and run a program, and for it to use the test's time zone.
  private static let kept = [
    "PATH", "TZ", "TMPDIR", "TMUX_TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
  ]

  /// The path of a directory that not even root can create, because it would be inside a device.
  public static let nowhere = "/dev/null/nowhere"

  /// Returns the environment with a test's own variables added; `nil` removes a variable.
  ///
  /// Without `home`, HOME is a directory that doesn't exist and can't be created.
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
