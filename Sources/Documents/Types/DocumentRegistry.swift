/// The document types that an application opens.
///
///     let registry = DocumentRegistry([.molfile, .sdfile])
///     let found = try registry.identify(DocumentHead(bytes), fileName: "a.sdf")
///
/// A file's type is identified by its content, then by the MIME type that the caller provides, then
/// by its extension. Among types with the same content signature, the MIME type and the extension
/// take precedence.
public struct DocumentRegistry: Sendable {
  /// The application's document types, in the order in which they are compared with a file.
  public let types: [DocumentType]

  /// Creates a registry of the types that an application opens. If a file's content matches several
  /// types, the first with a matching byte signature is used, otherwise the first.
  public init(_ types: [DocumentType]) { self.types = types }

  /// The property of a file by which its type was identified.
  public enum Evidence: Hashable, Sendable {
    /// `content` is the file's content, `mimeType` the MIME type that the caller provided, and
    /// `name` the file name's extension.
    case content, mimeType, name
  }

  /// The type that was identified for a file, and how it was identified.
  public struct Identification: Sendable {
    /// The identified type.
    public let type: DocumentType
    /// The property of the file by which the type was identified.
    public let evidence: Evidence
    /// A sentence to show to the user if the type is doubtful; otherwise `nil`. The type is
    /// doubtful if the name or MIME type contradicts the content, or if the content doesn't
    /// identify the type.
    public let footer: String?
  }

  /// Identifies a file's type by its content, its MIME type or its extension. Throws
  /// `DocumentError.foreign` with a description of the content if no type matches.
  public func identify(
    _ head: DocumentHead, mimeType: String? = nil, fileName: String? = nil
  ) throws(DocumentError) -> Identification {
    let byMIMEType = mimeType.flatMap(type(ofMIMEType:))
    let byName = fileName.flatMap(type(ofFileName:))
    let shown = fileName.map(DocumentRegistry.lastComponent) ?? "What was given"
    if let type = type(ofContent: head) {
      for (named, evidence) in [(byMIMEType, Evidence.mimeType), (byName, .name)] {
        guard let named, type.lookalikes.contains(named.id) else { continue }
        return Identification(type: named, evidence: evidence, footer: nil)
      }
      let other = [byMIMEType, byName].compactMap(\.self).first { $0.id != type.id }
      let footer = other.map {
        "\(shown) is read as \(type.name), its real type, not as \($0.name)."
      }
      return Identification(type: type, evidence: .content, footer: footer)
    }
    let content = ForeignContent(head)
    if content == .text {
      for (named, evidence) in [(byMIMEType, Evidence.mimeType), (byName, .name)] {
        guard let named, !named.isMarked else { continue }
        return Identification(
          type: named, evidence: evidence,
          footer: "Only \(evidence == .name ? "its name" : "its MIME type") says that "
            + "\(shown) is of the type \(named.name).")
      }
    }
    throw .foreign(
      name: shown, content, namesake: namesake(of: fileName), known: types.map(\.name))
  }

  /// Returns the first type with a byte signature that the beginning of a file contains, otherwise
  /// the first type that it matches; `nil` if no type matches.
  public func type(ofContent head: DocumentHead) -> DocumentType? {
    guard !head.isBlank else { return nil }
    let root = XMLRoot(head)
    return types.first { type in type.magic.contains { $0.isFound(in: head.bytes) } }
      ?? types.first { $0.isContent(head, root: root) }
  }

  /// Returns the type that has a MIME type; `nil` if there is none. Parameters such as `charset`
  /// are ignored.
  public func type(ofMIMEType name: String) -> DocumentType? {
    let essence = name.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return types.first { $0.mimeTypes.contains(essence) }
  }

  /// Returns the type to which a file name's extension belongs; `nil` if there is none.
  public func type(ofFileName name: String) -> DocumentType? {
    let ending = DocumentRegistry.fileExtension(of: name)
    return types.first { $0.extensions.contains(ending) }
  }

  /// Returns the type whose id is the given one; `nil` if there is none.
  public subscript(id: String) -> DocumentType? { types.first { $0.id == id } }

  private func namesake(of fileName: String?) -> String? {
    guard let fileName, let type = type(ofFileName: fileName) else { return nil }
    let ending = DocumentRegistry.fileExtension(of: fileName)
    return type.namesakes[ending].map { "Files called .\(ending) are also \($0)." }
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// In lowercase; empty if the name has no dot, or only a leading one.
  static func fileExtension(of path: String) -> String {
    let name = lastComponent(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
