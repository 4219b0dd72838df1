import Foundation

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "reprise-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("\(path) is left behind: \(error)")
    }
  }

  func file(_ name: String = "main.snapshot") -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted; without the copies for a power cut, which come when they come.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        .filter { !$0.contains(".durable") }
    }
  }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String = "main.snapshot") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func bytes(_ name: String = "main.snapshot") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  func permissions(_ name: String = "main.snapshot") throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
