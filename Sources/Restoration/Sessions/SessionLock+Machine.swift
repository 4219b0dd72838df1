import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SessionLock {
  /// Returns the lock's file for a session whose own folder has no locks: in the folder that the system clears when the person logs out, or
  /// else in the one for all. Its name doesn't show the session's path, which everybody could read there.
  public static func machineFile(for path: String, environment: [String: String]) -> String {
    let own = environment["XDG_RUNTIME_DIR"].flatMap { Ownership.isPrivateDirectory($0) ? $0 : nil }
    let digits = String(fingerprint(of: path), radix: 16)
    let name = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(own ?? "/tmp")/reprise-\(geteuid())-\(name).lock"
  }

  /// FNV-1a, of 64 bits: two sessions of one person never meet by accident.
  private static func fingerprint(of path: String) -> UInt64 {
    path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
