import Foundation

/// How much memory this process has, as the kernel counts it.
enum ResidentMemory {
  /// 0 where the kernel doesn't say it in a file: there nothing is measured.
  static func bytes() throws -> Int {
    #if os(Linux)
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return 0
    #endif
  }
}
