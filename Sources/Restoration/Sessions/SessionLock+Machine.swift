import Core
import Glibc

extension SessionLock {
  /// Returns the path of the lock file for a session whose own directory is on a file system
  /// without locks.
  ///
  /// It is in `XDG_RUNTIME_DIR`, which the system clears at log-out, or in /tmp if that isn't set.
  /// The file's name is a hash of the session's path, because other users can list /tmp.
  ///
  /// - Parameters:
  ///   - path: The path of the session's file.
  ///   - environment: The environment that may contain `XDG_RUNTIME_DIR`.
  public static func machineFile(for path: String, environment: [String: String]) -> String {
    let own = environment["XDG_RUNTIME_DIR"].flatMap { Ownership.isPrivateDirectory($0) ? $0 : nil }
    let digits = String(fingerprint(of: path), radix: 16)
    let name = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(own ?? "/tmp")/reprise-\(geteuid())-\(name).lock"
  }

  /// 64-bit FNV-1a; accidental collisions among one user's sessions are negligible.
  private static func fingerprint(of path: String) -> UInt64 {
    path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
