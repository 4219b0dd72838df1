public import Files
public import Values

/// The last good answer to each question of one user at one server: so a resumed session shows at once what was there.
///
/// Each answer lies in a file of its own, the user's alone, written before it is shown. The file holds the question too: a name that two
/// questions share costs one of them. A file that can't be read is as good as none.
public struct ResponseCache: Sendable {
  /// An answer, and when the server gave it.
  public struct Entry: Hashable, Sendable {
    /// The answer's body.
    public let body: [UInt8]
    /// The moment of the answer, in seconds since 1970.
    public let timestamp: Int
    /// The server's name for just this answer, by which it can say that nothing has changed; nil without one.
    public let tag: String?
  }

  /// The folder of the answers, made when the first one is kept.
  public let directory: String
  private let account: Account
  private let sealing: (any FileSealing)?
  private let name: @Sendable (ResourceURI) -> String
  private let clock: ResponseClock?
  private let makeDirectory: @Sendable () throws -> Void
  /// No answer is larger than what a transport lets through, with some room for the line in front, and for what sealing adds.
  private static let limit = 288 << 20

  /// A cache in a folder. With `sealing` its files are sealed; `name` then gives them names that reveal nothing. With `clock` no entry
  /// is told to be later than the time to which the clock was set back after it. `makeDirectory` makes the folder; by default those above it,
  /// too.
  ///
  ///     ResponseCache(directory: directory + "/answers", of: Account(server: "https://lab.example.com", user: "luca"))
  public init(
    directory: String, of account: Account, sealing: (any FileSealing)? = nil,
    name: @escaping @Sendable (ResourceURI) -> String = ResponseCache.plainName,
    clock: ResponseClock? = nil, makingDirectory makeDirectory: (@Sendable () throws -> Void)? = nil
  ) {
    self.directory = directory
    self.account = account
    self.sealing = sealing
    self.name = name
    self.clock = clock
    self.makeDirectory = makeDirectory ?? { try PrivateDirectory(directory).create() }
  }

  /// The name of a file in the clear, for people who look: "resources%2Fusers%2F6.json".
  public static func plainName(_ uri: ResourceURI) -> String {
    let name = uri.fileName.replacing("/", with: "%2F")
    guard name.utf8.count > 200 else { return name }
    var checksum = CRC32()
    checksum.update(name.utf8)
    return "\(name.prefix(180))~\(checksum.hexadecimal)"
  }

  /// The last good answer; nil if there is none that can be read.
  public func entry(for uri: ResourceURI) -> Entry? {
    let name = name(uri)
    guard var bytes = try? file(name).read(limit: ResponseCache.limit) else { return nil }
    if let sealing {
      guard let opened = try? sealing.open(bytes, as: name) else { return nil }
      bytes = opened
    }
    return read(bytes, uri)
  }

  /// Keeps an answer, in place of the one before. Throws `FileError`.
  public func keep(
    _ body: [UInt8], at timestamp: Int, tag: String? = nil, for uri: ResourceURI
  ) throws {
    let name = name(uri)
    let file = file(name)
    let head = head(body, timestamp, clock?.turn(of: timestamp), tag, uri)
    guard let sealing else {
      // Refreshed every half a minute, a long list is most often the same; then only the moment is written.
      if try file.beginning(head.count, ofTotal: head.count + body.count)
        .map({ Self.areContentsEqual($0, head) }) == true
      {
        return try file.overwrite(with: head)
      }
      try makeDirectory()
      return try file.replace(with: head + body)
    }
    // Where nothing can be sealed any more, nothing is made.
    let sealed = try sealing.seal(head + body, as: name)
    try makeDirectory()
    try file.replace(with: sealed)
  }

  /// Tells whether two heads differ in nothing but the moment.
  private static func areContentsEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let place = prefix.count + timestampLength
    return left.count == right.count && left.starts(with: prefix)
      && left[place...] == right[place...]
  }

  private func file(_ name: String) -> PrivateFile { PrivateFile("\(directory)/\(name)") }

  private static let prefix = Array("reprise-answer 2 ".utf8)
  private static let formats: Set = ["1", "2", "3"]
  /// The length of the moment in a head, fixed so that a later one fits in its place.
  private static let timestampLength = 12

  /// `reprise-answer 2 Timestamp CHECKSUM TAG URL USER`, the checksum that of the body, and a dash for no tag. Format 1 had no place for tags.
  /// Format 3, where there is a clock, has its turn behind the moment.
  private func head(
    _ body: [UInt8], _ timestamp: Int, _ turn: Int?, _ tag: String?, _ uri: ResourceURI
  ) -> [UInt8] {
    var checksum = CRC32()
    checksum.update(body)
    let digits = String(min(max(0, timestamp), 999_999_999_999))
    let padded = String(repeating: "0", count: Self.timestampLength - digits.count) + digits
    let tag = tag.flatMap { Self.isPlain($0) ? $0 : nil } ?? "-"
    let rest = "\(checksum.hexadecimal) \(tag) \(question(uri))\n"
    if let turn { return Array("reprise-answer 3 \(padded) \(turn) \(rest)".utf8) }
    return Self.prefix + Array("\(padded) \(rest)".utf8)
  }

  /// Tells whether a tag can stand in a line, and in a header when it is sent back.
  private static func isPlain(_ tag: String) -> Bool {
    tag.utf8.count <= 200 && tag.contains("\"")
      && tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The question with its account, lest another account's answer be taken for this one's.
  private func question(_ uri: ResourceURI) -> String {
    "\(account.server)\(uri.text) \(account.user)"
  }

  /// The entry in a file's bytes; nil if they aren't an answer to the question.
  func read(_ bytes: [UInt8], _ uri: ResourceURI) -> Entry? {
    guard let end = bytes.prefix(8192).firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    var words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    var turn = 0
    if words.count == 6, words[1] == "1" { words[4...] = ["-", words[4] + " " + words[5]] }
    if words.count == 6, words[1] == "3" {
      words = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
      guard words.count == 7, let number = Int(words.remove(at: 3)) else { return nil }
      turn = number
    }
    guard words.count == 6, words[0] == "reprise-answer", Self.formats.contains(String(words[1])),
      let timestamp = Int(words[2]), words[4] == "-" || Self.isPlain(String(words[4])),
      words[5] == question(uri)
    else { return nil }
    let body = Array(bytes[(end + 1)...])
    var checksum = CRC32()
    checksum.update(body)
    guard checksum.hexadecimal == words[3] else { return nil }
    return Entry(
      body: body, timestamp: clock?.history().timestamp(timestamp, ofTurn: turn) ?? timestamp,
      tag: words[4] == "-" ? nil : String(words[4]))
  }
}
