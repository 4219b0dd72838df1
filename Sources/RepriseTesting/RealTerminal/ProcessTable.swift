import Foundation

/// The processes that run on this machine, as the system tells. One that has ended and that nobody has buried doesn't run.
enum ProcessTable {
  static func isRunning(_ process: Int32) -> Bool {
    #if os(Linux)
      session(of: process) != nil
    #else
      Foundation.kill(process, 0) == 0
    #endif
  }

  /// Returns those of a session that run: its leader, and what that has started, which may end later. Without /proc the leader alone.
  static func running(inSessionOf leader: Int32) -> [Int32] {
    #if os(Linux)
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.compactMap { Int32($0) }.filter { session(of: $0) == leader }
    #else
      return isRunning(leader) ? [leader] : []
    #endif
  }

  #if os(Linux)
    /// Returns the session that a process belongs to, nil if it doesn't run: "4711 (name) S parent group session …".
    private static func session(of process: Int32) -> Int32? {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let name = status.lastIndex(of: ")")
      else { return nil }
      let words = status[name...].split(separator: " ")
      return words.count > 4 && words[1] != "Z" ? Int32(words[4]) : nil
    }
  #endif
}
