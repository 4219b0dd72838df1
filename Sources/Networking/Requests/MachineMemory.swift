import Foundation

/// The memory that this machine can spare, by which the limits for servers' answers are lowered.
public enum MachineMemory {
  /// The bytes that can be taken without harm to other programs, by the system's own estimate; nil where it gives none.
  public static var available: Int? {
    // The machine's, and what a container leaves of it.
    func words(_ path: String) -> [Substring] {
      // The files of a kernel have no size beforehand.
      let text = FileManager.default.contents(atPath: path).map {
        String(decoding: $0, as: UTF8.self)
      }
      return (text ?? "").split(whereSeparator: \.isWhitespace).map { $0 }
    }
    let machine = words("/proc/meminfo")
    let ofMachine = machine.firstIndex(of: "MemAvailable:").flatMap { place in
      machine.indices.contains(place + 1) ? Int(machine[place + 1]).map { $0 * 1024 } : nil
    }
    let limit = words("/sys/fs/cgroup/memory.max").first.flatMap { Int($0) }
    let used = words("/sys/fs/cgroup/memory.current").first.flatMap { Int($0) }
    let ofContainer = limit.flatMap { limit in used.map { max(0, limit - $0) } }
    return [ofMachine, ofContainer].compactMap(\.self).min()
  }

  /// Returns a limit, or an eighth of the available memory if that is less; never less than 8 MiB, which any answer may need.
  public static func limit(_ bytes: Int, available: Int? = available) -> Int {
    available.map { min(bytes, max(8 << 20, $0 / 8)) } ?? bytes
  }
}
