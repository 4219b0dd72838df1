import Foundation

/// The files that this process has open, as far as the system tells.
enum OpenFiles {
  /// The paths of those in a folder; none where there is no /proc.
  static func paths(in folder: String) -> [String] {
    let descriptors = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
    }
    .filter { $0.hasPrefix(folder) }
  }
}
