import Foundation

/// The memory that this process has, as the kernel counts it.
package enum ResidentMemory {
  /// Returns the number of bytes; 0 where the kernel doesn't say it in a file: there nothing is measured.
  package static func bytes() throws -> Int {
    #if os(Linux)
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return 0
    #endif
  }
}
