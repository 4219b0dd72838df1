import Foundation

/// The available memory of this machine, which lowers the limits for responses.
public enum MachineMemory {
  /// The number of bytes that can be used without affecting other programs, by the system's
  /// estimate; `nil` if there is none.
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

  /// Returns a limit, or an eighth of the available memory if that is less, but at least 8 MiB,
  /// which any response may need.
  public static func limit(_ bytes: Int, available: Int? = available) -> Int {
    available.map { min(bytes, max(8 << 20, $0 / 8)) } ?? bytes
  }
}
