public import Core

/// A cache on disk with the last good response to each request of one user at one server. A resumed
/// session shows its contents immediately.
///
/// Each response has its own file, readable by this user only and written before the response is
/// shown. The file also names the request, so if two requests map to the same file name, the later
/// one replaces the other. An unreadable file is treated as missing.
public struct ResponseCache: Sendable {
  /// A cached response and its time.
  public struct Entry: Hashable, Sendable {
    /// The response's body.
    public let body: [UInt8]
    /// The time of the response, in seconds since 1970.
    public let timestamp: Int
    /// The response's `ETag`, for revalidation; `nil` if the server sent none.
    public let tag: String?
    /// The number of times the clock was set back before the response was received.
    public internal(set) var turn = 0
  }

  /// The cache's directory, created when the first response is stored.
  public let directory: String
  private let account: Account
  private let sealing: (any FileSealing)?
  private let name: @Sendable (ResourceURI) -> String
  private let turn: (@Sendable (Int) -> Int)?
  private let makeDirectory: @Sendable () throws -> Void
  /// A transport's largest body, and room for the header line and the encryption.
  private static let limit = 288 << 20

  /// Creates a cache in a directory. With `sealing`, its files are encrypted, and `name` gives them
  /// names that reveal nothing. `turn` returns how often the clock was set back before a response
  /// of this time was received. `makeDirectory` creates the directory, by default with those above
  /// it.
  ///
  ///     ResponseCache(directory: directory + "/answers",
  ///       of: Account(server: "https://lab.example.com", user: "luca"))
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

  /// The readable name of an unencrypted cache file: "resources%2Fusers%2F6.json".
  public static func plainName(_ uri: ResourceURI) -> String {
    let name = uri.fileName.replacing("/", with: "%2F")
    guard name.utf8.count > 200 else { return name }
    var checksum = CRC32()
    checksum.update(name.utf8)
    return "\(name.prefix(180))~\(checksum.hexadecimal)"
  }

  /// Returns the last good response; `nil` if none is stored, or it can't be read.
  public func entry(for uri: ResourceURI) -> Entry? {
    let name = name(uri)
    guard var bytes = try? file(name).read(limit: ResponseCache.limit) else { return nil }
    if let sealing {
      guard let opened = try? sealing.open(bytes, as: name) else { return nil }
      bytes = opened
    }
    return read(bytes, uri)
  }

  /// Stores a response, replacing the previous one. Throws `FileError`.
  public func store(
    _ body: [UInt8], at timestamp: Int, tag: String? = nil, for uri: ResourceURI
  ) throws {
    let name = name(uri)
    let file = file(name)
    let head = head(body, timestamp, turn?(timestamp), tag, uri)
    guard let sealing else {
      // A list that is refreshed every 30 s rarely changes; then only the timestamp is written.
      if try file.beginning(head.count, ofTotal: head.count + body.count)
        .map({ Self.areContentsEqual($0, head) }) == true
      {
        return try file.overwrite(with: head)
      }
      try makeDirectory()
      return try file.replace(with: head + body)
    }
    // If encryption fails, the directory isn't created either.
    let sealed = try sealing.seal(head + body, as: name)
    try makeDirectory()
    try file.replace(with: sealed)
  }

  private static func areContentsEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let offset = prefix.count + timestampLength
    return left.count == right.count && left.starts(with: prefix)
      && left[offset...] == right[offset...]
  }

  private func file(_ name: String) -> PrivateFile { PrivateFile("\(directory)/\(name)") }

  private static let prefix = Array("reprise-answer 2 ".utf8)
  private static let formats: Set = ["1", "2", "3"]
  /// Fixed, so that a later timestamp can overwrite it.
  private static let timestampLength = 12

  /// `reprise-answer 2 TIME CHECKSUM TAG URL USER`: the checksum is the body's, and a dash stands
  /// for no tag. Format 1 had no tag. Format 3 has the turn after the time.
  private func head(
    _ body: [UInt8], _ timestamp: Int, _ turn: Int?, _ tag: String?, _ uri: ResourceURI
  ) -> [UInt8] {
    var checksum = CRC32()
    checksum.update(body)
    let digits = String(min(max(0, timestamp), 999_999_999_999))
    let padded = String(repeating: "0", count: Self.timestampLength - digits.count) + digits
    let tag = tag.flatMap { Self.isPlain($0) ? $0 : nil } ?? "-"
    let rest = "\(checksum.hexadecimal) \(tag) \(requestLine(uri))\n"
    if let turn { return Array("reprise-answer 3 \(padded) \(turn) \(rest)".utf8) }
    return Self.prefix + Array("\(padded) \(rest)".utf8)
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
