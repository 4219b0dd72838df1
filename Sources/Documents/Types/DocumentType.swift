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
  /// The type's key, which is stored and must never be changed.
  public let id: String
  /// The name shown to the user, without an article: "SDfile".
  public let name: String
  /// The MIME types in lowercase, the preferred one first. The others are accepted as well.
  public let mimeTypes: [String]
  /// The extensions in lowercase without a dot, the usual one first.
  public let extensions: [String]
  /// The MIME type of which this one is a subtype: "text/plain". `nil` for binary files.
  public var parent: String?
  /// Signatures in the file's bytes. One match is sufficient.
  public var magic: [Magic]
  /// The names of XML root elements, without a prefix.
  public var rootElements: [String]
  /// Whether every file of this type has a recognizable signature. If `true`, a file without one
  /// isn't of this type, whatever its name.
  public var isMarked: Bool
  /// Other kinds of files that share an extension, by extension: `["el": "Emacs Lisp"]`.
  public var namesakes: [String: String]
  /// The ids of types whose content can look the same. The MIME type or the name decides between
  /// them.
  public var lookalikes: Set<String> = []
  /// Recognizes the beginning of a file if `magic` isn't sufficient.
  public var recognizes: @Sendable (DocumentHead) -> Bool

  /// Creates a type. Without a MIME type or an extension it can't be registered, but it is still
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

/// A signature: bytes at an offset, or in a range of offsets, of every file of a type.
public struct Magic: Hashable, Sendable {
  /// The bytes of the signature.
  public let bytes: [UInt8]
  /// The offsets at which the bytes may start, not counting a byte order mark.
  public let offsets: ClosedRange<Int>

  /// Creates a signature from ASCII text.
  ///
  ///     Magic("$RXN")
  public init(_ text: String, at offsets: ClosedRange<Int> = 0...0) {
    self.init(bytes: Array(text.utf8), at: offsets)
  }

  /// Creates a signature from bytes.
  ///
  ///     Magic(bytes: [0x1F, 0x8B])
  public init(bytes: [UInt8], at offsets: ClosedRange<Int> = 0...0) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Returns whether the signature is found. An empty signature never matches.
  public func isFound(in bytes: [UInt8]) -> Bool {
    guard !self.bytes.isEmpty else { return false }
    return offsets.clamped(to: 0...max(0, bytes.count)).contains { offset in
      bytes.dropFirst(offset).starts(with: self.bytes)
    }
  }
}
