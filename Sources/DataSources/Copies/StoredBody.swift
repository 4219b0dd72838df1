public import Values
import Vaults

/// The body of an answer in a complete copy, which stays in the copy's text until it is read.
///
/// Of a list each entry has a place of its own, so that a page of it is read without the others.
public struct StoredBody: Sendable {
  private let text: SealedText
  private var places: [Range<Int>]
  /// The list without its entries: `{"results":[]}`. Nil for what isn't a list in pages.
  private let list: String?

  /// Creates a body in memory.
  ///
  ///     StoredBody(.string("peanut"))
  public init(_ json: JSON) {
    let bytes = json.bytes
    self.init(SealedText(bytes), [0..<bytes.count])
  }

  private init(_ text: SealedText, _ places: [Range<Int>], list: String? = nil) {
    self.text = text
    self.places = places
    self.list = list
  }

  /// Writes a body to a text. Throws `VaultError`.
  init(_ json: JSON, to text: SealedText) throws {
    self.init(text, [try text.append(json.bytes)])
  }

  /// Creates a list without entries, which are to stand in its last array.
  init(listIn text: SealedText, _ list: JSON) {
    self.init(text, [], list: String(decoding: list.bytes, as: UTF8.self))
  }

  /// Adds entries to a list, at a place behind which there are none any more. Throws
  /// `VaultError`.
  mutating func add(_ entries: [JSON], at start: Int) throws {
    places.removeLast(max(0, places.count - start))
    for entry in entries { places.append(try text.append(entry.bytes)) }
  }

  /// The number of a list's entries; nil for what isn't a list in pages.
  var entryCount: Int? { list == nil ? nil : places.count }

  /// The number of bytes, a list's entries alone.
  var byteCount: Int { places.reduce(0) { $0 + $1.count } }

  /// Returns entries of a list. Throws `VaultError`, and `MemoryBudgetExceeded` for more than a screen
  /// has room for.
  func entries(_ range: Range<Int>) throws -> [JSON] {
    let budget = MemoryBudget()
    return try places[range.clamped(to: places.indices)].map { place in
      let entry = try JSON(fitting: text.bytes(place))
      guard budget.take([entry]) else { throw MemoryBudgetExceeded(memory: budget.memory) }
      return entry
    }
  }

  /// The whole answer. Throws `VaultError`, and `MemoryBudgetExceeded` for one that a screen has no
  /// room for.
  public var json: JSON { get throws { try JSON(fitting: bytes) } }

  private var bytes: [UInt8] {
    get throws {
      let all = try places.map { try text.bytes($0) }
      guard let list = list.map({ Array($0.utf8) }),
        let end = list.lastIndex(of: UInt8(ascii: "]"))
      else { return Array(all.joined()) }
      return Array(list[..<end]) + all.joined(separator: [UInt8(ascii: ",")]) + list[end...]
    }
  }
}

extension StoredBody: Equatable {
  /// Tells whether two bodies are the same, wherever they stand; one that can't be read is like no
  /// other.
  public static func == (left: StoredBody, right: StoredBody) -> Bool {
    (try? left.bytes == right.bytes) ?? false
  }
}

extension StoredBody {
  /// Returns the body as it stands in a text, to which it is written if it isn't there. Throws
  /// `VaultError`.
  func moved(to text: SealedText) throws -> StoredBody {
    if text === self.text { return self }
    return StoredBody(text, try places.map { try text.append(self.text.bytes($0)) }, list: list)
  }

  /// The places of the body, as a copy's index has them.
  var index: [JSON.Member] {
    let words = places.map { "\($0.lowerBound)+\($0.count)" }.joined(separator: " ")
    return [JSON.Member("at", .string(words))]
      + (list.map { [JSON.Member("list", .string($0))] } ?? [])
  }

  /// Reads the places of a body in a copy's text, or the body itself, which is written there; nil
  /// for anything else.
  init?(_ json: JSON, in text: SealedText) {
    guard let words = json["at"]?.string else {
      guard let json = json["body"], let body = try? StoredBody(json, to: text) else { return nil }
      self = body
      return
    }
    var places: [Range<Int>] = []
    for word in words.utf8.split(separator: UInt8(ascii: " ")) {
      let numbers = word.split(separator: UInt8(ascii: "+")).map { Int(Substring($0)) }
      guard numbers.count == 2, let start = numbers[0], let count = numbers[1],
        (0...Vault.mostBytes).contains(start), (0...Vault.mostBytes).contains(count)
      else { return nil }
      places.append(start..<start + count)
    }
    self.init(text, places, list: json["list"]?.string)
  }
}

extension JSON {
  /// Reads a part of a copy. Throws `MemoryBudgetExceeded` for one that a screen has no room for.
  fileprivate init(fitting bytes: [UInt8]) throws {
    var limits = Limits.answer
    limits.memory = MemoryBudget.usualMemory
    do {
      try self.init(bytes, limits: limits)
    } catch is Malformed {
      throw MemoryBudgetExceeded(memory: limits.memory)
    }
  }
}
