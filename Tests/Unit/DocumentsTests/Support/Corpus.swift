import Foundation

/// Files by WebMolKit, RDKit and Indigo, which lie beside the checkout and aren't the project's.
enum Corpus {
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../shared/corpus/chemical")
    .standardizedFileURL.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: root) }

  /// The paths of the files in a folder of the corpus.
  static func paths(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(directory)").sorted()
      .map { "\(root)/\(directory)/\($0)" }
  }

  static func bytes(_ path: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: path) ?? Data())
  }
}
