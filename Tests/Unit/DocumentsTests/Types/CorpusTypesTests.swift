import Documents
import Molecules
import Testing

@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct CorpusTypesTests {
  private let expected: [String: Set<String>] = [
    "el": ["sketchEl"], "ds": ["dataSheet"], "cdx": ["cdx"], "rxn": ["rxnfile"],
    "rdf": ["rdfile", "rxnfile"], "mol": ["molfile", "sdfile", "rxnfile"], "sdf": ["sdfile"],
  ]

  @Test("Corpus files have the type of their directory")
  func everyRealFileIsOfTheTypeThatItsFolderNames() throws {
    var others: [String] = []
    var count = 0
    for (directory, ids) in expected {
      for path in try Corpus.paths(directory) {
        count += 1
        let found = try? DocumentRegistry.chemistry.identify(
          DocumentHead(Corpus.bytes(path)), fileName: path)
        if !ids.contains(found?.type.id ?? "") {
          others.append("\(path): \(found?.type.id ?? "-")")
        }
      }
    }
    #expect(count > 500)
    #expect(others == [])
  }

  @Test("Corpus files are recognized by content alone, but for three")
  func withoutANameTheContentAloneTellsNearlyAll() throws {
    var unknown: [String] = []
    for directory in expected.keys {
      for path in try Corpus.paths(directory) {
        let head = DocumentHead(Corpus.bytes(path))
        if DocumentRegistry.chemistry.type(ofContent: head) == nil { unknown.append(path) }
      }
    }
    // Records whose structure is lost, which only their name makes SDfiles or molfiles.
    #expect(unknown.allSatisfy { $0.hasSuffix(".sdf") || $0.hasSuffix(".mol") })
    #expect(unknown.count <= 3)
  }

  @Test(
    "System files are not taken for chemical ones",
    arguments: ["/etc", "/usr/share/emacs", "/usr/lib/python3/dist-packages", "/usr/bin"])
  func noFileOfTheSystemIsTakenForOne(directory: String) throws {
    var taken: [String] = []
    for path in SystemDirectory.files(directory, limit: 500) {
      guard let head = SystemDirectory.head(path) else { continue }
      if let type = DocumentRegistry.chemistry.type(ofContent: head) {
        taken.append("\(path): \(type.id)")
      }
    }
    #expect(taken == [])
  }
}
