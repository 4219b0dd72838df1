public import Core

/// A cache on disk with the last successful response to each request of one user at one server. A
/// restored session shows the cached responses immediately.
///
/// Each response has its own file, which only this user can read. The file also contains the
/// request's URI: if two requests have the same file name, the later response replaces the earlier.
/// An unreadable file is treated as missing.
public struct ResponseCache: Sendable {
  /// A response that was read from the cache, with its time.
  public struct Entry: Hashable, Sendable {
    /// The bytes of the response's body.
    public let body: [UInt8]
    /// The time when the response was received, in seconds since 1970.
    public let timestamp: Int
    /// The response's `ETag` header, with which the server can be asked whether the response is
    /// still valid; `nil` if the server sent none that can be stored.
    public let tag: String?
    /// The number of times the system clock had been set back before the response was received. Of
    /// two responses, the one with the higher number is newer.
    public internal(set) var turn = 0
  }

  /// The path of the cache's directory. It is created when the first response is stored.
  public let directory: String
  private let account: Account
  private let sealing: (any FileSealing)?
  private let name: @Sendable (ResourceURI) -> String
  private let turn: (@Sendable (Int) -> Int)?
  private let makeDirectory: @Sendable () throws -> Void
  /// A transport's largest body, and room for the header line and the encryption.
  private static let limit = 288 << 20

  /// Creates a cache in a directory, without accessing it.
  ///
  ///     ResponseCache(directory: directory + "/answers",
  ///       of: Account(server: "https://lab.example.com", user: "luca"))
  ///
  /// - Parameters:
  ///   - directory: The path of the directory.
  ///   - account: The server and user whose responses are cached.
  ///   - sealing: Encrypts the files; `nil` for unencrypted files.
  ///   - name: Returns the file name for a request. Pass a function whose names reveal nothing if
  ///     the files are encrypted.
  ///   - turn: Returns how often the system clock was set back before a response with this
  ///     timestamp was received; `nil` if this isn't recorded.
  ///   - makeDirectory: Creates the directory; `nil` to create it together with its parent
  ///     directories.
  public init(
    directory: String, of account: Account, sealing: (any FileSealing)? = nil,
    name: @escaping @Sendable (ResourceURI) -> String = ResponseCache.plainName,
    turn: (@Sendable (_ timestamp: Int) -> Int)? = nil,
    makingDirectory makeDirectory: (@Sendable () throws -> Void)? = nil
  ) {
    self.directory = directory
    self.account = account
    self.sealing = sealing
    self.name = name
    self.turn = turn
    self.makeDirectory = makeDirectory ?? { try PrivateDirectory(directory).create() }
  }

  /// Returns a readable file name for a request, used by unencrypted caches:
  /// "resources%2Fusers%2F6.json". Long names are cut off, with a checksum.
  public static func plainName(_ uri: ResourceURI) -> String {
    let name = uri.fileName.replacing("/", with: "%2F")
    guard name.utf8.count > 200 else { return name }
    var checksum = CRC32()
    checksum.update(name.utf8)
    return "\(name.prefix(180))~\(checksum.hexadecimal)"
  }

  /// Returns the cached response to a request; `nil` if none is stored, or if its file can't be
  /// read.
  public func entry(for uri: ResourceURI) -> Entry? {
    let name = name(uri)
    guard var bytes = try? file(name).read(limit: ResponseCache.limit) else { return nil }
    if let sealing {
      guard let opened = try? sealing.open(bytes, as: name) else { return nil }
      bytes = opened
    }
    return read(bytes, uri)
  }

  /// Stores the response to a request, replacing the previous one. Throws `FileError` if the file
  /// can't be written, and the errors of the cache's `sealing`.
  ///
  /// - Parameters:
  ///   - body: The bytes of the response's body.
  ///   - timestamp: The time of the response, in seconds since 1970.
  ///   - tag: The response's `ETag` header; `nil` if the server sent none.
  ///   - uri: The URI of the requested resource.
  public func store(
    _ body: [UInt8], at timestamp: Int, tag: String? = nil, for uri: ResourceURI
  ) throws {
    let name = name(uri)
    let head = head(body, timestamp, turn?(timestamp), tag, uri)
    // If encryption fails, the directory isn't created either.
    let bytes = try sealing?.seal(head + body, as: name) ?? head + body
    try makeDirectory()
    try file(name).replace(with: bytes)
  }

  private func file(_ name: String) -> PrivateFile { PrivateFile("\(directory)/\(name)") }

  private static let formats: Set = ["1", "2", "3"]

  /// `reprise-answer 2 TIME CHECKSUM TAG URL USER`: the checksum is the body's, and a dash stands
  /// for no tag. Format 1 had no tag. Format 3 has the turn after the time.
  private func head(
    _ body: [UInt8], _ timestamp: Int, _ turn: Int?, _ tag: String?, _ uri: ResourceURI
  ) -> [UInt8] {
    var checksum = CRC32()
    checksum.update(body)
    let digits = String(min(max(0, timestamp), 999_999_999_999))
    let padded = String(repeating: "0", count: 12 - digits.count) + digits
    let tag = tag.flatMap { Self.isPlain($0) ? $0 : nil } ?? "-"
    let rest = "\(checksum.hexadecimal) \(tag) \(requestLine(uri))\n"
    if let turn { return Array("reprise-answer 3 \(padded) \(turn) \(rest)".utf8) }
    return Array("reprise-answer 2 \(padded) \(rest)".utf8)
  }

  /// Whether a tag can be written into the header line, and into a request header.
  private static func isPlain(_ tag: String) -> Bool {
    tag.utf8.count <= 200 && tag.contains("\"")
      && tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The request with its account, so that another account's response isn't returned.
  private func requestLine(_ uri: ResourceURI) -> String {
    "\(account.server)\(uri.text) \(account.user)"
  }

  func read(_ bytes: [UInt8], _ uri: ResourceURI) -> Entry? {
    guard let end = bytes.prefix(8192).firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    var fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    var turn = 0
    if fields.count == 6, fields[1] == "1" { fields[4...] = ["-", fields[4] + " " + fields[5]] }
    if fields.count == 6, fields[1] == "3" {
      fields = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
      guard fields.count == 7, let number = Int(fields.remove(at: 3)) else { return nil }
      turn = number
    }
    guard fields.count == 6, fields[0] == "reprise-answer",
      Self.formats.contains(String(fields[1])),
      let timestamp = Int(fields[2]), fields[4] == "-" || Self.isPlain(String(fields[4])),
      fields[5] == requestLine(uri)
    else { return nil }
    let body = Array(bytes[(end + 1)...])
    var checksum = CRC32()
    checksum.update(body)
    guard checksum.hexadecimal == fields[3] else { return nil }
    return Entry(
      body: body, timestamp: timestamp, tag: fields[4] == "-" ? nil : String(fields[4]), turn: turn)
  }
}
