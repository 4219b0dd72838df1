import ChemicalDocuments
import Chemistry
import Foundation
import Reprise

/// A document that was piped in: kept in a private file, because a session has to come back to it.
@MainActor final class Received {
  private let environment: [String: String]
  private let keeps: Bool
  /// The session's file, where the person has named one.
  private let snapshot: String?
  /// The folder of this run alone, where nothing is to be kept; held for as long as the process lives.
  private var temporary: TemporaryDocuments?

  /// - Parameters:
  ///   - environment: The variables that say where to keep it.
  ///   - keeps: False if what is piped in is for this run alone.
  ///   - snapshot: The session's file, where the person has named one.
  init(_ environment: [String: String], keeps: Bool, snapshot: String? = nil) {
    self.environment = environment
    self.keeps = keeps
    self.snapshot = snapshot.map { FilePath.absolute($0) }
  }

  /// Reads standard input to its end and keeps it; returns the document. Throws `DocumentError` or `FileError`.
  func readStandardInput() throws -> OpenRequest.Document {
    let bytes = try DocumentReader().readStandardInput(progress: ReadingProgress("molecules").say)
    // Told before it is kept: what can't be opened isn't.
    let isPacked = bytes.starts(with: [0x1F, 0x8B])
    let head = try isPacked ? unpackedHead(of: bytes) : DocumentHead(bytes)
    let type = try DocumentRegistry.chemistry.identify(head).type
    let ending = (type.extensions.first ?? "txt") + (isPacked ? ".gz" : "")
    return OpenRequest.Document(path: try keep(bytes, ending: ending), isReceived: true)
  }

  /// The first bytes of what is compressed. Only a file is unpacked, so it is one for as long as that takes.
  private func unpackedHead(of bytes: [UInt8]) throws -> DocumentHead {
    let directory = try TemporaryDocuments(of: "molecules", environment: environment)
    defer { directory.remove() }
    let path = try directory.write(bytes, named: "stdin.gz")
    return DocumentHead(try ChemicalFile.head(of: path).bytes)
  }

  private func keep(_ bytes: [UInt8], ending: String) throws -> String {
    guard keeps else {
      let directory = try TemporaryDocuments(of: "molecules", environment: environment)
      temporary = directory
      directory.removeAtExit()
      return try directory.write(bytes, named: "stdin.\(ending)")
    }
    let directory = try ReceivedDirectory(of: "molecules", environment: environment)
    let sessions = try SessionDirectory(application: "molecules", environment: environment)
    // What can't be deleted, the next one tries again.
    try? directory.deleteAll(butNamedIn: sessions.path)
    return try directory.keep(bytes, ending: ending, for: snapshot)
  }
}
