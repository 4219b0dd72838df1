import Foundation

/// Resolves paths that the user types.
public enum FilePath {
  /// Returns the absolute path for `text`, with `.` and `..` resolved. A relative path starts at
  /// `directory`, by default the current directory.
  ///
  /// Dots are resolved in the joined path, because Foundation reduces the relative path `../a` to
  /// `a`.
  ///
  ///     FilePath.absolute("../a.sdf", in: "/data/today")  // "/data/a.sdf"
  public static func absolute(_ text: String, in directory: String? = nil) -> String {
    let directory = directory ?? FileManager.default.currentDirectoryPath
    let whole = text.hasPrefix("/") ? text : directory + "/" + text
    let parts = whole.split(separator: "/").reduce(into: [Substring]()) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
