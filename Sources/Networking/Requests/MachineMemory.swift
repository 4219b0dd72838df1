import FoundationEssentials

/// The memory available on this machine, from which size limits for responses are derived.
public enum MachineMemory {
  /// The number of bytes that this process can use without affecting other programs, estimated by
  /// the operating system. `nil` if there is no estimate.
  public static var available: Int? {
    // The smaller of the machine's memory and the container's limit.
    func fields(_ path: String) -> [Substring] {
      // Files in /proc and /sys report no size.
      let text = FileManager.default.contents(atPath: path).map {
        String(decoding: $0, as: UTF8.self)
      }
      return (text ?? "").split(whereSeparator: \.isWhitespace).map { $0 }
    }
    let machine = fields("/proc/meminfo")
    let ofMachine = machine.firstIndex(of: "MemAvailable:").flatMap { index in
      machine.indices.contains(index + 1) ? Int(machine[index + 1]).map { $0 * 1024 } : nil
    }
    let limit = fields("/sys/fs/cgroup/memory.max").first.flatMap { Int($0) }
    let used = fields("/sys/fs/cgroup/memory.current").first.flatMap { Int($0) }
    let ofContainer = limit.flatMap { limit in used.map { max(0, limit - $0) } }
    return [ofMachine, ofContainer].compactMap(\.self).min()
  }

  /// Returns the given size limit, or a lower one on a machine with little memory: an eighth of the
  /// available memory, but at least 8 MiB.
  public static func limit(_ bytes: Int, available: Int? = available) -> Int {
    available.map { min(bytes, max(8 << 20, $0 / 8)) } ?? bytes
  }
}
