/// A kind of document: its names, and how its files are recognized.
///
///     DocumentType(
///       "sketchel", name: "SketchEl molecule", mimeTypes: ["chemical/x-sketchel"],
///       extensions: ["el"],
///       magic: [Magic("SketchEl!("), Magic("Elements!(")], isMarked: true,
///       namesakes: ["el": "Emacs Lisp"])
///
/// `magic` and `rootElements` are also registered with the desktop; `recognizes` is used only in
/// this process.
public struct DocumentType: Identifiable, Sendable {
  /// The type's key in stored files. Stored choices for the type are lost if it changes.
  public let id: String
  /// The name shown to the user, without an article: "SDfile".
  public let name: String
  /// The MIME types in lowercase. The first is the preferred one; the others are accepted as well.
  public let mimeTypes: [String]
  /// The file name extensions in lowercase without a dot. The first is the usual one.
  public let extensions: [String]
  /// The MIME type of which this type is a subtype, such as "text/plain"; `nil` for binary files.
  public var parent: String?
  /// Byte signatures by which a file is recognized. One of them in a file is sufficient.
  public var magic: [Magic]
  /// The names of XML root elements, without a namespace prefix, by which a file is recognized.
  public var rootElements: [String]
  /// Whether every file of this type has a recognizable signature. If `true`, a file without one
  /// isn't of this type, whatever its name.
  public var isMarked: Bool
  /// Other kinds of files that use one of this type's extensions, by extension: `["el": "Emacs
  /// Lisp"]`.
  public var namesakes: [String: String]
  /// The ids of types whose content can look like this type's. The MIME type or the file name's
  /// extension then decides between them.
  public var lookalikes: Set<String> = []
  /// Returns whether a file has this type, from the beginning of the file. Set it if the signatures
  /// in `magic` aren't sufficient.
  public var recognizes: @Sendable (DocumentHead) -> Bool

  /// Creates a type. Without a MIME type, it isn't registered with the desktop, but it is still
  /// recognized.
  public init(
    _ id: String, name: String, mimeTypes: [String], extensions: [String],
    parent: String? = "text/plain", magic: [Magic] = [], rootElements: [String] = [],
    isMarked: Bool = false, namesakes: [String: String] = [:],
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
    self.recognizes = recognizes
  }

  func isContent(_ head: DocumentHead, root: XMLRoot?) -> Bool {
    if let root { return rootElements.contains(root.name) }
    return magic.contains { $0.isFound(in: head.bytes) } || recognizes(head)
  }
}

/// A byte signature by which files of a type are recognized: certain bytes at an offset, or in a
/// range of offsets.
public struct Magic: Hashable, Sendable {
  /// The bytes that a file must contain to match the signature.
  public let bytes: [UInt8]
  /// The offsets in a file at which the signature's bytes may start, not counting a byte order
  /// mark.
  public let offsets: ClosedRange<Int>

  /// Creates a signature from ASCII text that a file contains at one of the given offsets.
  ///
  ///     Magic("$RXN")
  public init(_ text: String, at offsets: ClosedRange<Int> = 0...0) {
    self.init(bytes: Array(text.utf8), at: offsets)
  }

  /// Creates a signature from bytes that a file contains at one of the given offsets.
  ///
  ///     Magic(bytes: [0x1F, 0x8B])
  public init(bytes: [UInt8], at offsets: ClosedRange<Int> = 0...0) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Returns whether the bytes contain the signature at one of its offsets. An empty signature is
  /// never found.
  public func isFound(in bytes: [UInt8]) -> Bool {
    guard !self.bytes.isEmpty else { return false }
    return offsets.clamped(to: 0...max(0, bytes.count)).contains { offset in
      bytes.dropFirst(offset).starts(with: self.bytes)
    }
  }
}
