import Foundation

/// The files that this process has open.
public enum OpenFiles {
  /// Returns the paths of open files that start with `directory`, including deleted ones. Empty on
  /// systems without /proc.
  /// ```swift
  /// #expect(OpenFiles.paths(in: directory.path) == [])
  /// ```
  public static func paths(in directory: String) -> [String] {
    let descriptors = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
    }
    .filter { $0.hasPrefix(directory) }
  }
}
