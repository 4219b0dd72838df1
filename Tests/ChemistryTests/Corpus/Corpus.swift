import Foundation

@testable import Chemistry

/// Files by WebMolKit, RDKit and Indigo, which lie beside the checkout and aren't the project's; SOURCES.tsv there says whose.
enum Corpus {
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../shared/corpus/chemical")
    .standardizedFileURL.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: root) }

  /// A file of the corpus.
  struct File: CustomStringConvertible {
    let folder: String
    let name: String
    let bytes: [UInt8]

    var description: String { folder + "/" + name }
  }

  static let folders = ["el", "ds", "mol", "sdf", "rxn", "rdf", "cdx"]

  static func files(_ folders: [String] = folders) throws -> [File] {
    try folders.flatMap { folder in
      let path = root + "/" + folder
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { name in
        let data = FileManager.default.contents(atPath: path + "/" + name)
        return File(folder: folder, name: name, bytes: Array(data ?? Data()))
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
