import Foundation

/// The processes that have a terminal open, as far as this user can see.
enum TerminalUsers {
  /// The processes of other sessions that have the named terminal open; empty on systems without
  /// /proc.
  static func ofOtherSessions(_ name: String) -> Set<pid_t> {
    let session = getsid(0)
    let processes = entries(of: "/proc").compactMap { pid_t($0) }
    return Set(
      processes.filter { process in
        guard getsid(process) != session else { return false }
        let files = "/proc/\(process)/fd"
        return entries(of: files).contains { target(of: "\(files)/\($0)") == name }
      })
  }

  private static func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 256)
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
