import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SessionLock {
  /// Returns the lock file for a session whose directory has no locks. It is in `XDG_RUNTIME_DIR`,
  /// which the system clears at log-out, or else in /tmp. Its name is a hash, because other users
  /// can list /tmp.
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
