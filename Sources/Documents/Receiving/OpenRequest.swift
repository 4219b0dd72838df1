import Core
public import FoundationEssentials
import Glibc

/// An open request: the documents and URLs of a command line, which one process sends to a running
/// instance.
public struct OpenRequest: Hashable, Sendable {
  /// A file, or a part of it, that the running instance should open.
  public struct Document: Hashable, Sendable {
    /// The file's absolute path.
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

  /// The files that the running instance should open.
  public var documents: [Document]
  /// The URLs that the running instance should open, in the application's own schemes.
  public var urls: [String]

  /// Whether the request names neither files nor URLs.
  public var isEmpty: Bool { documents.isEmpty && urls.isEmpty }

  /// The maximum total number of files and URLs in one request.
  public static let limit = 1000

  /// Creates a request from files and URLs.
  ///
  ///     OpenRequest(urls: ["molecules://open"])
  public init(documents: [Document] = [], urls: [String] = []) {
    self.documents = documents
    self.urls = urls
  }

  /// Creates a request from a command line's operands. An operand is a file, a `file:` URL, a URL
  /// in one of the application's schemes, or `-` for standard input. Standard input is saved in
  /// `received`. Every file is checked.
  ///
  /// Throws `DocumentError` if a document can't be opened, or `FileError` if standard input can't
  /// be saved.
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
  ///   - reader: The reader that checks the files and reads standard input. Its size limit applies
  ///     to standard input.
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
        let path = try received.store(read, ending: type.extensions.first ?? "txt")
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

extension OpenRequest {
  /// Sends the request to the running instance that listens at an address, and waits for its reply.
  /// Returns a sentence that says where the documents were opened, or `nil` if no instance listens.
  ///
  ///     if let place = try request.send(to: address, application: "molecules") { print(place) }
  ///
  /// The instance must belong to the same user as this process. Throws `DocumentError.notTaken` if
  /// it rejects the request or doesn't reply within `patience`.
  public func send(
    to address: InstanceAddress, application: String, patience: Duration = .seconds(5)
  ) throws(DocumentError) -> String? {
    try send(to: address, application: application, user: geteuid(), patience: patience)
  }

  package func send(
    to address: InstanceAddress, application: String, user: UInt32, patience: Duration
  ) throws(DocumentError) -> String? {
    guard let socket = InstanceSocket() else {
      throw .system("opened", path: address.path, code: errno)
    }
    defer { socket.close() }
    switch socket.connect(to: address.path) {
    case 0: break
    case ENOENT, ENOTDIR, ECONNREFUSED: return nil
    case EAGAIN: throw .notTaken(application: application, reason: "it doesn't answer")
    case let code: throw .system("opened", path: address.path, code: code)
    }
    guard socket.peer == user else {
      throw .notTaken(application: application, reason: "it is another user's")
    }
    let deadline = ContinuousClock.now + patience
    guard socket.send(json.bytes, until: deadline) else {
      throw .notTaken(application: application, reason: "it doesn't read what is sent to it")
    }
    guard let bytes = socket.receive(until: deadline), !bytes.isEmpty else {
      throw .notTaken(application: application, reason: "it doesn't answer")
    }
    switch InstanceReply(bytes) {
    case .taken(let message): return message
    case .refused(let message): throw .notTaken(application: application, reason: message)
    case nil: throw .notTaken(application: application, reason: "its answer can't be read")
    }
  }
}

/// A running instance's reply to an open request.
package enum InstanceReply: Hashable, Sendable {
  /// The value is a sentence about where the documents were opened.
  case taken(String)
  /// The value is the reason as the end of a sentence: "it is locked".
  case refused(String)

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(bytes) else { return nil }
    if let message = json.text("taken") {
      self = .taken(message)
    } else if let message = json.text("refused") {
      self = .refused(message)
    } else {
      return nil
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .taken(let message): JSON.object([.init("taken", .string(message))]).bytes
    case .refused(let message): JSON.object([.init("refused", .string(message))]).bytes
    }
  }
}
