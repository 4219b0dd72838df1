import Foundation

/// Finds the executables that were built along with the tests.
public enum BuiltProgram {
  /// The path of an executable: in the folder that REPRISE_BIN names, else beside the test bundle.
  public static func path(_ name: String) throws -> String {
    let folder = try folder()
    let path = folder.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Missing(sentence: "There is no \(path). Build it first, or set REPRISE_BIN.")
    }
    return path
  }

  public struct Missing: Error, CustomStringConvertible {
    let sentence: String
    public var description: String { sentence }
  }

  private static func folder() throws -> URL {
    if let folder = ProcessInfo.processInfo.environment["REPRISE_BIN"] {
      return URL(fileURLWithPath: folder).absoluteURL
    }
    #if os(macOS)
      let bundles = Bundle.allBundles.map(\.bundleURL)
    #else
      let bundles = [URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL]
    #endif
    guard let bundle = bundles.first(where: { $0.pathExtension == "xctest" }) else {
      throw Missing(sentence: "This isn't run from a test bundle. Set REPRISE_BIN.")
    }
    return bundle.deletingLastPathComponent()
  }
}
