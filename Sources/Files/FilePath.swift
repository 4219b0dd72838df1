import Foundation

/// A path as a person types one.
public enum FilePath {
  /// The absolute path that a text names, without dots in it; a relative one begins in a folder, the current one unless another is given.
  ///
  /// Dots are taken away of the whole: of a relative path alone, as Foundation does it, nothing but `a` is left of `../a`.
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
