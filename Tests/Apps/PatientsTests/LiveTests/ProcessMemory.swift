import Foundation

/// All writable memory of a process, which root can read through /proc.
struct ProcessMemory {
  private let directory: String

  init(of process: Int32) { directory = "/proc/\(process)" }

  func counts(of sought: [SoughtBytes]) throws -> [String: Int] {
    let descriptor = open(directory + "/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM) }
    defer { close(descriptor) }
    var counts: [String: Int] = [:]
    for range in try ranges() {
      let budget = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
      defer { budget.deallocate() }
      var end = 0
      while end < budget.count {
        let count = pread(
          descriptor, budget.baseAddress.map { $0 + end }, budget.count - end,
          off_t(range.lowerBound + UInt(end)))
        // Skips memory that has been freed since.
        if count <= 0 { break }
        end += count
      }
      let bytes = UnsafeRawBufferPointer(rebasing: budget[..<end])
      for one in sought { counts[one.name, default: 0] += one.count(in: bytes) }
    }
    return counts
  }

  private func ranges() throws -> [Range<UInt>] {
    // Foundation's other methods read only one page, because such a file has no size.
    guard let handle = FileHandle(forReadingAtPath: directory + "/maps") else {
      throw CocoaError(.fileReadNoPermission)
    }
    let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    return maps.split(separator: "\n").compactMap { line in
      let fields = line.split(whereSeparator: { $0 == " " || $0 == "-" })
      guard line.contains(" rw"), fields.count > 1, let start = UInt(fields[0], radix: 16),
        let end = UInt(fields[1], radix: 16), start < end
      else { return nil }
      return start..<end
    }
  }
}

/// A named byte sequence to search for.
struct SoughtBytes {
  let name: String
  private let bytes: Data

  init(_ name: String, _ bytes: Data) {
    self.name = name
    self.bytes = bytes
  }

  fileprivate func count(in memory: UnsafeRawBufferPointer) -> Int {
    bytes.withUnsafeBytes { sought in
      guard let base = memory.baseAddress, let needle = sought.baseAddress else { return 0 }
      var (count, start) = (0, 0)
      let end = memory.count - sought.count + 1
      while start < end, let hit = memchr(base + start, Int32(sought[0]), end - start) {
        if memcmp(hit, needle, sought.count) == 0 { count += 1 }
        start = UnsafeRawPointer(hit) - base + 1
      }
      return count
    }
  }
}
