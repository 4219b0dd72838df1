import Core
public import Foundation

/// An open request: the documents and URLs of a command line, which one process sends to a running
/// instance.
public struct OpenRequest: Hashable, Sendable {
  /// A file to open.
  public struct Document: Hashable, Sendable {
    /// The absolute path.
    public let path: String
    /// The part of the file to show, in an application-specific format such as a record number;
    /// `nil` for the whole file.
    public let part: String?
    /// Whether the file is the application's own copy of standard input, to be deleted when it is
    /// no longer needed.
    public let isReceived: Bool

    /// Creates a reference to a file or a part of it.
    ///
    ///     OpenRequest.Document(path: "/home/ada/drugs.sdf", part: "12")
    public init(path: String, part: String? = nil, isReceived: Bool = false) {
      self.path = path
      self.part = part
      self.isReceived = isReceived
    }
  }

  /// The files to open.
  public var documents: [Document]
  /// The URLs to open, in the application's own schemes.
  public var urls: [String]

  /// Whether there is nothing to open.
  public var isEmpty: Bool { documents.isEmpty && urls.isEmpty }

  /// The maximum number of files and URLs in a request.
  public static let limit = 1000

  /// Creates a request.
  ///
  ///     OpenRequest(urls: ["molecules://open"])
  public init(documents: [Document] = [], urls: [String] = []) {
    self.documents = documents
    self.urls = urls
  }

  /// Creates a request from a command line's operands: files, `file:` URLs, URLs in the
  /// application's schemes, and `-` for standard input, which is saved in `received`. Every file is
  /// checked. Throws `DocumentError` or `FileError`.
  ///
  ///     let delivery = try OpenRequest(
  ///       operands: arguments.operands, schemes: ["molecules"], received: received,
  ///       registry: .chemistry)
  ///
  /// - Parameters:
  ///   - operands: The operands of the command line.
  ///   - schemes: The application's own URL schemes, without the colon.
  ///   - received: The directory for documents from standard input.
  ///   - registry: The application's document types.
  ///   - reader: The reader for the files, which determines the size limit.
  ///   - directory: The directory for relative paths.
  ///   - input: The descriptor for `-`.
  ///   - progress: Called from time to time while standard input is read.
  public init(
    operands: [String], schemes: [String] = [], received: ReceivedDirectory,
    registry: DocumentRegistry, reader: DocumentReader = DocumentReader(),
    directory: String = FileManager.default.currentDirectoryPath, input: Int32 = 0,
    progress: DocumentReader.Progress = { _, _ in }
  ) throws {
    self.init()
    guard operands.count <= OpenRequest.limit else {
      throw DocumentError.tooMany(limit: OpenRequest.limit)
    }
    var bytes: [UInt8]?
    for operand in operands {
      let scheme = operand.prefix { $0 != ":" }.lowercased()
      if operand == "-" {
        guard bytes == nil else { continue }
        let read = try reader.readStandardInput(input, progress: progress)
        bytes = read
        // The type is checked first, so that an unknown document isn't saved.
        let type = try registry.identify(DocumentHead(read)).type
        let path = try received.keep(read, ending: type.extensions.first ?? "txt")
        documents.append(Document(path: path, isReceived: true))
      } else if operand.contains(":"), schemes.contains(scheme) {
        urls.append(operand)
      } else {
        let named = FileURL.path(operand) ?? operand
        let path = named.hasPrefix("/") ? named : "\(directory)/\(named)"
        _ = try reader.examine(path)
        documents.append(Document(path: path))
      }
    }
  }
}

extension OpenRequest {
  init?(_ json: JSON) {
    guard let items = json["documents"]?.array, let links = json["urls"]?.array,
      items.count + links.count <= OpenRequest.limit
    else { return nil }
    self.init(urls: links.compactMap(\.string))
    for item in items {
      // A relative path is meaningless here, because it refers to the sender's directory.
      guard let path = item.text("path"), path.hasPrefix("/") else { return nil }
      documents.append(
        Document(
          path: path, part: item.text("part"), isReceived: item["received"]?.bool == true))
    }
  }

  var json: JSON {
    .object([
      .init("format", .number("1")),
      .init(
        "documents",
        .array(
          documents.map { document in
            let part = document.part.map { [JSON.Member("part", .string($0))] } ?? []
            return .object(
              [.init("path", .string(document.path))] + part
                + [.init("received", .bool(document.isReceived))])
          })),
      .init("urls", .array(urls.map { .string($0) })),
    ])
  }
}
