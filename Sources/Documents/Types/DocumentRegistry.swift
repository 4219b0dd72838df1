/// The types of document that an application opens.
///
///     let registry = DocumentRegistry([.molfile, .sdfile])
///     let found = try registry.identify(DocumentHead(bytes), fileName: "a.sdf")
///
/// A file's type is told by its content first; then by the MIME type that a caller gives; then by the name's extension. Only among
/// types that look alike do MIME type and extension come first.
public struct DocumentRegistry: Sendable {
  /// The types, in the order in which they are tried.
  public let types: [DocumentType]

  /// Creates a registry. Where two types could both be right, the one that comes first is.
  public init(_ types: [DocumentType]) { self.types = types }

  /// The sign that decided on a file's type.
  public enum Evidence: Hashable, Sendable {
    /// The file's content; the MIME type that the caller named; the extension of its name.
    case content, mimeType, name
  }

  /// A file's type, and what told it.
  public struct Identification: Sendable {
    /// The type.
    public let type: DocumentType
    /// The sign that decided.
    public let evidence: Evidence
    /// A sentence for the person, where the name or MIME type says otherwise than the content; nil where all agree.
    public let footer: String?
  }

  /// Tells a file's type. Throws `DocumentError.foreign` with what the file is instead.
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
      let footer = other.map { "\(shown) is read as \(type.name), which it is, not as \($0.name)." }
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

  /// The type whose signs the first bytes have; nil if none.
  public func type(ofContent head: DocumentHead) -> DocumentType? {
    guard !head.isBlank else { return nil }
    let root = XMLRoot(head)
    return types.first { type in type.magic.contains { $0.isFound(in: head.bytes) } }
      ?? types.first { $0.isContent(head, root: root) }
  }

  /// The type of a MIME type, whose parameters don't matter; nil if it is nobody's.
  public func type(ofMIMEType name: String) -> DocumentType? {
    let essence = name.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return types.first { $0.mimeTypes.contains(essence) }
  }

  /// The type of a file name's extension; nil if it is nobody's.
  public func type(ofFileName name: String) -> DocumentType? {
    let ending = DocumentRegistry.fileExtension(of: name)
    return types.first { $0.extensions.contains(ending) }
  }

  /// The type of an id; nil if there is none.
  public subscript(id: String) -> DocumentType? { types.first { $0.id == id } }

  private func namesake(of fileName: String?) -> String? {
    guard let fileName, let type = type(ofFileName: fileName) else { return nil }
    let ending = DocumentRegistry.fileExtension(of: fileName)
    return type.namesakes[ending].map { "Files called .\(ending) are also \($0)." }
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The letters behind the last dot, in small letters; empty without a dot, and for `.name`.
  static func fileExtension(of path: String) -> String {
    let name = lastComponent(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
