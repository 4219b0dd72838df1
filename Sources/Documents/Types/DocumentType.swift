/// A kind of document: its names, and the signs by which its files are told from others.
///
///     DocumentType(
///       "sketchel", name: "SketchEl molecule", mimeTypes: ["chemical/x-sketchel"], extensions: ["el"],
///       magic: [Magic("SketchEl!("), Magic("Elements!(")], isMarked: true,
///       namesakes: ["el": "Emacs Lisp"])
///
/// Signs that are values (magic, root elements) are registered with the desktop too; `recognizes` is asked in this process alone.
public struct DocumentType: Identifiable, Sendable {
  /// The type's key, which is saved and never renamed.
  public let id: String
  /// The type in words, as a person says it, without an article: "SDfile".
  public let name: String
  /// The MIME types, the proper one first; the others are understood as well.
  public let mimeTypes: [String]
  /// The extensions in small letters, without a dot, the usual one first.
  public let extensions: [String]
  /// The MIME type of which this one is a special case: "text/plain". Nil for binary files.
  public var parent: String?
  /// Bytes at fixed places; any one of them is proof.
  public var magic: [Magic]
  /// The names, without a prefix, of the root elements of an XML document of this type.
  public var rootElements: [String]
  /// True if every file of this type bears a sign, so that a file without one isn't of this type, whatever it is called.
  public var isMarked: Bool
  /// Other kinds of file that have one of the extensions, by extension: `["el": "Emacs Lisp"]`.
  public var namesakes: [String: String]
  /// The ids of types whose files can look just like this one's: of these the MIME type or the name decides.
  public var lookalikes: Set<String>
  /// Tells by a file's first bytes, where magic isn't enough.
  public var recognizes: @Sendable (DocumentHead) -> Bool

  /// Creates a type. Without a MIME type or an extension it can't be registered, but be recognized.
  public init(
    _ id: String, name: String, mimeTypes: [String], extensions: [String],
    parent: String? = "text/plain", magic: [Magic] = [], rootElements: [String] = [],
    isMarked: Bool = false, namesakes: [String: String] = [:], lookalikes: Set<String> = [],
    recognizes: @escaping @Sendable (DocumentHead) -> Bool = { _ in false }
  ) {
    self.id = id
    self.name = name
    self.mimeTypes = mimeTypes.map { $0.lowercased() }
    self.extensions = extensions.map { $0.lowercased() }
    self.parent = parent
    self.magic = magic
    self.rootElements = rootElements
    self.isMarked = isMarked
    self.namesakes = namesakes
    self.lookalikes = lookalikes
    self.recognizes = recognizes
  }

  /// Tells whether the first bytes have one of the type's signs.
  func isContent(_ head: DocumentHead, root: XMLRoot?) -> Bool {
    if let root { return rootElements.contains(root.name) }
    return magic.contains { $0.isFound(in: head.bytes) } || recognizes(head)
  }
}
