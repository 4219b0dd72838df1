public import Foundation
import Values

/// The documents and URLs that a command line names, as one process hands them to another.
public struct OpenRequest: Hashable, Sendable {
  /// One file: its absolute path.
  public struct Document: Hashable, Sendable {
    /// The path.
    public let path: String
    /// The part of the file that is meant, in the application's own words, such as the number of a record; nil for all of it.
    public let part: String?
    /// True if the file is the application's own copy of what was piped in, to be deleted when it isn't needed any more.
    public let isReceived: Bool

    /// Names a file, or a part of it.
    ///
    ///     OpenRequest.Document(path: "/home/ada/drugs.sdf", part: "12")
    public init(path: String, part: String? = nil, isReceived: Bool = false) {
      self.path = path
      self.part = part
      self.isReceived = isReceived
    }
  }

  /// The files.
  public var documents: [Document]
  /// The URLs of the application's own schemes.
  public var urls: [String]

  /// True if nothing is delivered.
  public var isEmpty: Bool { documents.isEmpty && urls.isEmpty }

  /// The most files and URLs of one delivery.
  public static let limit = 1000

  /// Creates a delivery.
  ///
  ///     OpenRequest(urls: ["molecules://open"])
  public init(documents: [Document] = [], urls: [String] = []) {
    self.documents = documents
    self.urls = urls
  }

  /// Takes the operands of a command line: files, `file:` URLs, URLs of the application's schemes, and `-` for standard input, whose bytes
  /// are kept in `received`. Every file is looked at. Throws `DocumentError` or `FileError`.
  ///
  ///     let delivery = try OpenRequest(
  ///       operands: arguments.operands, schemes: ["molecules"], received: received, registry: .chemistry)
  ///
  /// - Parameters:
  ///   - operands: The words of the command line.
  ///   - schemes: The application's own URL schemes, without the colon.
  ///   - received: The folder for what comes on standard input.
  ///   - registry: The types of document that are ours.
  ///   - reader: The reader of the files, which has their limits.
  ///   - folder: The folder that relative paths begin at.
  ///   - input: The descriptor that `-` stands for.
  ///   - progress: Called now and then while files and standard input are read.
  public init(
    operands: [String], schemes: [String] = [], received: ReceivedDirectory,
    registry: DocumentRegistry, reader: DocumentReader = DocumentReader(),
    directory: String = FileManager.default.currentDirectoryPath, input: Int32 = 0,
    progress: DocumentReader.Progress = { _, _ in }
  ) throws {
    self.init()
    guard operands.count <= OpenRequest.limit else {
      throw DocumentError.tooLarge(name: "The list of files", limit: OpenRequest.limit)
    }
    var bytes: [UInt8]?
    for operand in operands {
      let scheme = operand.prefix { $0 != ":" }.lowercased()
      if operand == "-" {
        guard bytes == nil else { continue }
        let read = try reader.readStandardInput(input, progress: progress)
        bytes = read
        // Told before it is kept: what can't be opened isn't.
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
      // Relative to what? Only the sender knows.
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
