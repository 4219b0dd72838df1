import Foundation

@testable import Chemistry

/// Files by WebMolKit, RDKit and Indigo, which lie beside the checkout and aren't the project's;
/// SOURCES.tsv there says whose.
enum Corpus {
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../shared/corpus/chemical")
    .standardizedFileURL.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: root) }

  /// A file of the corpus.
  struct File: CustomStringConvertible {
    let directory: String
    let name: String
    let bytes: [UInt8]

    var description: String { directory + "/" + name }
  }

  static let directories = ["el", "ds", "mol", "sdf", "rxn", "rdf", "cdx"]

  static func files(_ directories: [String] = directories) throws -> [File] {
    try directories.flatMap { directory in
      let path = root + "/" + directory
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { name in
        let data = FileManager.default.contents(atPath: path + "/" + name)
        return File(directory: directory, name: name, bytes: Array(data ?? Data()))
      }
    }
  }

  /// The rows of a table, without its head; fields between tabs.
  static func rows(_ name: String) throws -> [[String]] {
    let text = try String(contentsOfFile: root + "/" + name, encoding: .utf8)
    return text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
  }
}

extension Corpus.File {
  func document() throws -> ChemicalDocument { try ChemicalDocument(bytes, fileName: name) }
}
