import Foundation

/// The resident memory of this process, as reported by the kernel.
package enum ResidentMemory {
  /// Returns the number of bytes, or 0 on systems that don't report it in /proc.
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
