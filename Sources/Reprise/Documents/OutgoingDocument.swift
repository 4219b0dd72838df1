public import Documents

/// A document to open in another program: its type, its name, and its bytes, which are loaded on
/// demand.
///
///     OutgoingDocument(DocumentType(.sdfile), name: "aspirin") { try file.source(12) }
public struct OutgoingDocument: Sendable {
  /// The type, which determines the file's extension.
  public let type: DocumentType
  /// The name, with or without an extension.
  public let name: String
  let bytes: @Sendable () async throws -> [UInt8]

  /// Creates a document. `bytes` isn't called on the main thread.
  public init(
    _ type: DocumentType, name: String, bytes: @escaping @Sendable () async throws -> [UInt8]
  ) {
    self.type = type
    self.name = name
    self.bytes = bytes
  }
}
