import Chemistry
import Documents
import Glibc
import Reprise

/// Stores a document from standard input in a private file, so that a session can be restored.
@MainActor final class Received {
  private let environment: [String: String]
  private let isPersistent: Bool
  /// The session file that the user has named.
  private let snapshot: String?
  /// The directory for this run only, if nothing is to be stored. Retained until the process ends.
  private var temporary: TemporaryDocuments?

  init(_ environment: [String: String], isPersistent: Bool, snapshot: String? = nil) {
    self.environment = environment
    self.isPersistent = isPersistent
    self.snapshot = snapshot.map { FilePath.absolute($0) }
  }

  /// Throws `DocumentError` or `FileError`.
  func readStandardInput() throws -> OpenRequest.Document {
    let bytes = try DocumentReader().readStandardInput(progress: ReadingProgress("molecules").say)
    // Detects the type before storing: a document that can't be opened isn't stored.
    let isPacked = bytes.starts(with: [0x1F, 0x8B])
    let head = try isPacked ? unpackedHead(of: bytes) : DocumentHead(bytes)
    let type = try DocumentRegistry.chemistry.identify(head).type
    let ending = (type.extensions.first ?? "txt") + (isPacked ? ".gz" : "")
    return OpenRequest.Document(path: try store(bytes, ending: ending), isReceived: true)
  }

  /// Only files can be decompressed, so this writes one.
  private func unpackedHead(of bytes: [UInt8]) throws -> DocumentHead {
    let directory = try TemporaryDocuments(of: "molecules", environment: environment)
    defer { directory.remove() }
    let path = try directory.write(bytes, named: "stdin.gz")
    return DocumentHead(try ChemicalFile.head(of: path).bytes)
  }

  private func store(_ bytes: [UInt8], ending: String) throws -> String {
    guard isPersistent else {
      let directory = try TemporaryDocuments(of: "molecules", environment: environment)
      temporary = directory
      directory.removeAtExit()
      return try directory.write(bytes, named: "stdin.\(ending)")
    }
    let directory = try ReceivedDirectory(of: "molecules", environment: environment)
    let sessions = try SessionStore(application: "molecules", environment: environment)
    // The next run retries to delete the rest.
    try? directory.deleteAll(butNamedIn: sessions.path)
    return try directory.store(bytes, ending: ending, for: snapshot)
  }
}
