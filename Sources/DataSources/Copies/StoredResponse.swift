public import Core
package import Encryption

/// The result of a request in an offline copy: a response, or the reason why there is none.
public enum StoredResponse: Equatable, Sendable {
  /// The server's response. `timestamp` is its time, in seconds since 1970.
  case received(StoredBody, timestamp: Int)
  /// A response from an earlier copy, retained because the server failed to handle the request when
  /// this copy was made. The last values are the status of the failure, or 0, and the server's
  /// explanation.
  case earlier(StoredBody, timestamp: Int, Int, String)
  /// The server supplied no response, for the given reason.
  case unavailable(UnavailableReason)

  /// The time of the response, in seconds since 1970; `nil` if there is no response.
  public var timestamp: Int? {
    switch self {
    case .received(_, let timestamp), .earlier(_, let timestamp, _, _): timestamp
    case .unavailable: nil
    }
  }

  /// The body of the response; `nil` if there is no response.
  public var body: StoredBody? {
    switch self {
    case .received(let body, _), .earlier(let body, _, _, _): body
    case .unavailable: nil
    }
  }
}

extension StoredResponse {
  /// Writes the body to the text if it isn't there yet. Throws `VaultError`.
  package func moved(to text: SealedText) throws -> StoredResponse {
    switch self {
    case .received(let body, let timestamp):
      .received(try body.moved(to: text), timestamp: timestamp)
    case .earlier(let body, let timestamp, let status, let message):
      .earlier(try body.moved(to: text), timestamp: timestamp, status, message)
    case .unavailable: self
    }
  }

  package var index: JSON {
    switch self {
    case .received(let body, let timestamp):
      .object([JSON.Member("moment", .number(String(timestamp)))] + body.index)
    case .earlier(let body, let timestamp, let status, let message):
      .object(
        [JSON.Member("moment", .number(String(timestamp)))] + body.index + [
          JSON.Member("refused", .string(message)), JSON.Member("status", .number(String(status))),
        ])
    case .unavailable(.notFound(let message)): .object([JSON.Member("notFound", .string(message))])
    case .unavailable(.missingPrivilege(let name)):
      .object([JSON.Member("missingPrivilege", .string(name))])
    case .unavailable(.refused(let status, let message)):
      .object([
        JSON.Member("refused", .string(message)), JSON.Member("status", .number(String(status))),
      ])
    }
  }

  /// In copies of format 1, the entry contains the body.
  package init?(_ json: JSON, in text: SealedText) {
    if let body = StoredBody(json, in: text), let timestamp = json["moment"]?.int {
      self =
        json["refused"]?.string.map {
          .earlier(body, timestamp: timestamp, json["status"]?.int ?? 0, $0)
        } ?? .received(body, timestamp: timestamp)
    } else if let message = json["notFound"]?.string {
      self = .unavailable(.notFound(message))
    } else if let name = json["missingPrivilege"]?.string {
      self = .unavailable(.missingPrivilege(name))
    } else if let message = json["refused"]?.string {
      self = .unavailable(.refused(json["status"]?.int ?? 0, message))
    } else {
      return nil
    }
  }
}

/// The body of a response in an offline copy. It is read from the copy's file when it is needed.
///
/// The entries of a list that was requested page by page are stored separately, so that a page can
/// be read without the other entries.
public struct StoredBody: Sendable {
  private let text: SealedText
  private var ranges: [Range<Int>]
  /// The list without its entries: `{"results":[]}`. `nil` if the body isn't a paged list.
  private let list: String?

  /// Creates a body in memory from JSON, for example for tests.
  ///
  ///     StoredBody(.string("peanut"))
  public init(_ json: JSON) {
    let bytes = json.bytes
    self.init(SealedText(bytes), [0..<bytes.count])
  }

  private init(_ text: SealedText, _ ranges: [Range<Int>], list: String? = nil) {
    self.text = text
    self.ranges = ranges
    self.list = list
  }

  init(_ json: JSON, to text: SealedText) throws {
    self.init(text, [try text.append(json.bytes)])
  }

  /// Creates a list without entries. Added entries go into its last array.
  init(listIn text: SealedText, _ list: JSON) {
    self.init(text, [], list: String(decoding: list.bytes, as: UTF8.self))
  }

  /// Replaces a list's entries from an index on. Throws `VaultError`.
  mutating func add(_ entries: [JSON], at start: Int) throws {
    ranges.removeLast(max(0, ranges.count - start))
    for entry in entries { ranges.append(try text.append(entry.bytes)) }
  }

  package var entryCount: Int? { list == nil ? nil : ranges.count }

  /// The number of bytes; of a list, only the entries'.
  var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Throws `VaultError`, and `MemoryBudgetExceeded` if they exceed a screen's memory budget.
  func entries(_ range: Range<Int>) throws -> [JSON] {
    let budget = MemoryBudget()
    return try ranges[range.clamped(to: ranges.indices)].map { entryRange in
      let entry = try JSON(fitting: text.bytes(entryRange))
      guard budget.take([entry]) else { throw MemoryBudgetExceeded(memory: budget.memory) }
      return entry
    }
  }

  /// The whole body, read and parsed. Throws `VaultError` if it can't be read, and
  /// `MemoryBudgetExceeded` if it exceeds the memory budget of a screen.
  public var json: JSON { get throws { try JSON(fitting: bytes) } }

  private var bytes: [UInt8] {
    get throws {
      let all = try ranges.map { try text.bytes($0) }
      guard let list = list.map({ Array($0.utf8) }),
        let end = list.lastIndex(of: UInt8(ascii: "]"))
      else { return Array(all.joined()) }
      return Array(list[..<end]) + all.joined(separator: [UInt8(ascii: ",")]) + list[end...]
    }
  }
}

extension StoredBody: Equatable {
  /// Returns whether two bodies have equal contents, wherever they are stored. A body that can't be
  /// read isn't equal to any other.
  public static func == (left: StoredBody, right: StoredBody) -> Bool {
    (try? left.bytes == right.bytes) ?? false
  }
}

extension StoredBody {
  func moved(to text: SealedText) throws -> StoredBody {
    if text === self.text { return self }
    return StoredBody(text, try ranges.map { try text.append(self.text.bytes($0)) }, list: list)
  }

  var index: [JSON.Member] {
    let offsets = ranges.map { "\($0.lowerBound)+\($0.count)" }.joined(separator: " ")
    return [JSON.Member("at", .string(offsets))]
      + (list.map { [JSON.Member("list", .string($0))] } ?? [])
  }

  /// Decodes the offsets of a body in `text`. In format 1, writes the body itself to the text.
  init?(_ json: JSON, in text: SealedText) {
    guard let offsets = json["at"]?.string else {
      guard let json = json["body"], let body = try? StoredBody(json, to: text) else { return nil }
      self = body
      return
    }
    var ranges: [Range<Int>] = []
    for field in offsets.utf8.split(separator: UInt8(ascii: " ")) {
      let numbers = field.split(separator: UInt8(ascii: "+")).map { Int(Substring($0)) }
      guard numbers.count == 2, let start = numbers[0], let count = numbers[1],
        (0...Vault.mostBytes).contains(start), (0...Vault.mostBytes).contains(count)
      else { return nil }
      ranges.append(start..<start + count)
    }
    self.init(text, ranges, list: json["list"]?.string)
  }
}

extension JSON {
  /// Parses a part of a copy. Throws `MemoryBudgetExceeded` if it exceeds a screen's memory budget.
  fileprivate init(fitting bytes: [UInt8]) throws {
    var limits = Limits.response
    limits.memory = MemoryBudget.usualMemory
    do {
      try self.init(bytes, limits: limits)
    } catch is Malformed {
      throw MemoryBudgetExceeded(memory: limits.memory)
    }
  }
}
