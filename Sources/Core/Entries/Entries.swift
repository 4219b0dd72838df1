/// The entries of a list that a server sent, divided into readable and unreadable ones. An
/// unreadable entry doesn't affect the others. It can be replaced by the entry in an earlier
/// response.
public struct Entries<Element: Identifiable & Sendable>: Sendable where Element.ID == ResourceID {
  /// The readable entries in the server's order, followed by entries that were taken from earlier
  /// responses.
  public var elements: [Element] = []
  /// The entries that couldn't be read or that repeat an id, in the server's order.
  public var skipped: [SkippedEntry] = []
  /// For each element that was taken from an earlier response, the time of that response, in
  /// seconds since 1970.
  public internal(set) var lastSeen: [ResourceID: Int] = [:]

  // Inlinable, so that a list of 100,000 is read by code specialized for its element type.
  /// Reads the entries of a list with a function. If several entries have the same id, only the
  /// first is used.
  ///
  ///     Entries(list) { json throws(Unreadable) in try Visit(json) }
  @inlinable public init(_ list: [JSON], read: (JSON) throws(Unreadable) -> Element) {
    elements.reserveCapacity(list.count)
    var indices: [ResourceID: Int] = [:]
    indices.reserveCapacity(list.count)
    for (index, json) in list.enumerated() {
      do throws(Unreadable) {
        let element = try read(json)
        if let first = indices[element.id] { throw .repeatedID(element.id, of: first + 1) }
        indices[element.id] = index
        elements.append(element)
      } catch {
        skipped.append(SkippedEntry(index: index, reason: error))
      }
    }
  }
}

extension Entries: Equatable where Element: Equatable {}
extension Entries: Hashable where Element: Hashable {}

/// An entry of a server's list that also stores the JSON from which it was read, so that it can be
/// stored with a later response.
public protocol ReceivedEntry: Identifiable, Sendable where ID == ResourceID {
  /// Reads an entry from JSON. Throws the reason if the entry can't be used.
  init(_ json: JSON) throws(Unreadable)
  /// The JSON from which the entry was read, unchanged.
  var raw: JSON { get }
}

/// Entries of earlier responses. An entry that is missing from a response counts as deleted only if
/// the whole response can be read; until then its last known version is shown, with the time it was
/// last seen.
extension Entries {
  /// Reads the entries of a list with a function, and adds entries of earlier responses that are
  /// missing in it.
  ///
  ///     Entries(list, earlierEntries: cached["kept"]?.array ?? []) { json throws(Unreadable) in
  ///       try Visit(json)
  ///     }
  ///
  /// - Parameters:
  ///   - list: The entries in the server's response.
  ///   - earlierEntries: The value of the property `earlierEntries` that was stored with the
  ///     response.
  ///   - read: Reads an entry from its JSON, or throws the reason why it can't be used.
  public init(_ list: [JSON], earlierEntries: [JSON], read: (JSON) throws(Unreadable) -> Element) {
    self.init(list, read: read)
    guard !earlierEntries.isEmpty else { return }
    var known = Set(elements.map(\.id))
    for json in earlierEntries {
      guard let timestamp = json["seen"]?.int, let entry = json["entry"].flatMap({ try? read($0) }),
        known.insert(entry.id).inserted
      else { continue }
      elements.append(entry)
      lastSeen[entry.id] = timestamp
    }
  }

  /// The number of entries that couldn't be read. Entries that were skipped because they repeat an
  /// id don't count.
  public var unreadableCount: Int { skipped.unreadableCount }

  /// The elements of the current response, without those that were taken from earlier responses.
  public var currentElements: [Element] {
    lastSeen.isEmpty ? elements : elements.filter { lastSeen[$0.id] == nil }
  }

  /// Adds the elements of an earlier response that are missing in this one. Does nothing if all
  /// entries of this response are readable, because the elements were then deleted.
  ///
  /// - Parameters:
  ///   - earlier: The earlier response, including entries that it took from even earlier ones.
  ///   - timestamp: The time of the earlier response, in seconds since 1970.
  public mutating func addMissing(from earlier: Entries, seenAt timestamp: Int) {
    guard unreadableCount > 0 else { return }
    let known = Set(elements.map(\.id))
    for element in earlier.elements where !known.contains(element.id) {
      elements.append(element)
      lastSeen[element.id] = earlier.lastSeen[element.id] ?? timestamp
    }
  }

  /// Returns a line for the user about the skipped entries, or `nil` if none was skipped.
  ///
  /// - Parameter formatTime: Formats a time, in seconds since 1970, for the age of the elements
  ///   from earlier responses. With `nil`, the line contains no ages.
  public func summary(_ formatTime: ((Int) -> String)? = nil) -> String? {
    let timestamps = elements.compactMap { lastSeen[$0.id] }
    let count = elements.count - timestamps.count + skipped.count
    guard let line = SkippedEntry.summary(of: skipped, in: count) else { return nil }
    guard let oldest = timestamps.min() else { return line }
    let isOneTime = timestamps.allSatisfy { $0 == oldest }
    guard let formatTime else {
      return "\(line) ~ marks what isn't in this answer, as it was last seen."
    }
    // The reasons come last, because a narrow screen truncates the line.
    return "\(skipped.count) of \(count) \(count == 1 ? "entry" : "entries") unreadable, ~ last "
      + "seen \(formatTime(oldest))\(isOneTime ? "" : " or later"): "
      + "\(SkippedEntry.reasons(of: skipped))."
  }
}

extension Entries where Element: ReceivedEntry {
  /// Reads the entries of a list, and adds entries of earlier responses that are missing in it.
  ///
  ///     Entries<Machine>(list, earlierEntries: cached["kept"]?.array ?? [])
  ///
  /// - Parameters:
  ///   - list: The entries in the server's response.
  ///   - earlierEntries: The value of the property `earlierEntries` that was stored with the
  ///     response.
  public init(_ list: [JSON], earlierEntries: [JSON] = []) {
    self.init(list, earlierEntries: earlierEntries) { json throws(Unreadable) in try Element(json) }
  }

  /// The elements that were taken from earlier responses, as JSON to store together with the
  /// current response.
  public var earlierEntries: [JSON] {
    elements.compactMap { element in
      lastSeen[element.id].map { timestamp in
        .object([.init("seen", .number(String(timestamp))), .init("entry", element.raw)])
      }
    }
  }
}
