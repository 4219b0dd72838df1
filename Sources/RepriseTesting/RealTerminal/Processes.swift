import Foundation

/// The running processes. A zombie, which has ended but wasn't reaped, doesn't count as running.
enum ProcessTable {
  static func isRunning(_ process: Int32) -> Bool {
    session(of: process) != nil
  }

  /// The leader and its descendants, which may end later. Without /proc only the leader.
  static func running(inSessionOf leader: Int32) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { session(of: $0) == leader }
  }

  /// `nil` if the process isn't running. The file has "4711 (name) S parent group session …".
  private static func session(of process: Int32) -> Int32? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let name = status.lastIndex(of: ")")
    else { return nil }
    let fields = status[name...].split(separator: " ")
    return fields.count > 4 && fields[1] != "Z" ? Int32(fields[4]) : nil
  }
}

/// Lists the files that this process has open, so that a test can detect files that weren't closed.
public enum OpenFiles {
  /// Returns the paths of the open files in a directory, or of one file, including deleted ones.
  /// Empty on systems without /proc.
  /// ```swift
  /// #expect(OpenFiles.paths(in: directory.path) == [])
  /// ```
  public static func paths(in directory: String) -> [String] {
    // The kernel marks a deleted file.
    paths.filter { path in
      path == directory || ["/", " (deleted)"].contains { path.hasPrefix(directory + $0) }
    }
  }

  /// A socket has "socket:[4711]" instead of a path.
  package static var paths: [String] {
    let descriptors = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
    }
  }
}

/// The resident memory of this process, as reported by the kernel.
package enum ResidentMemory {
  /// 0 on systems that don't report it in /proc.
  package static func bytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
