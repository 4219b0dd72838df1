/// The entries of a server's list, split into readable and unreadable ones. An unreadable entry
/// doesn't affect the others, and may be replaced by its version in an earlier response.
public struct Entries<Element: Identifiable & Sendable>: Sendable where Element.ID == ResourceID {
  /// The readable entries in the server's order, followed by those of earlier responses.
  public var elements: [Element] = []
  /// The unreadable entries in the server's order.
  public var skipped: [SkippedEntry] = []
  /// The time at which each element of an earlier response was last seen, in seconds since 1970.
  public internal(set) var lastSeen: [ResourceID: Int] = [:]

  // Inlinable, so that a list of 100,000 is read by code specialized for its element type.
  /// Reads a list. Of entries with the same id, only the first is used.
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

/// An entry of a server's list that stores the JSON it was read from.
public protocol ReceivedEntry: Identifiable, Sendable where ID == ResourceID {
  /// Reads an entry from JSON.
  init(_ json: JSON) throws(Unreadable)
  /// The entry's JSON as received.
  var raw: JSON { get }
}

/// Entries of earlier responses. An entry that is missing from a response counts as deleted only if
/// the whole response can be read; until then its last known version is shown, with the time it was
/// last seen.
extension Entries {
  /// Reads a list, and appends the entries of earlier responses that were stored with it
  /// (`earlierEntries`).
  ///
  ///     Entries(list, earlierEntries: cached["kept"]?.array ?? []) { json throws(Unreadable) in
  ///     try
  /// Visit(json) }
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

  /// The number of entries that couldn't be read. Entries that repeat an id don't count.
  public var unreadableCount: Int { skipped.unreadableCount }

  /// The elements of this response, without those of earlier ones.
  public var currentElements: [Element] {
    lastSeen.isEmpty ? elements : elements.filter { lastSeen[$0.id] == nil }
  }

  /// Adds the elements of an earlier response that may be among this response's unreadable entries.
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

  /// Returns a line about the unreadable entries, or `nil` if there are none.
  ///
  /// - Parameter formatTime: Formats a time, in seconds since 1970; `nil` leaves the ages to the
  ///   rows.
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
  /// Reads a list and the entries of earlier responses that were stored with it.
  ///
  ///     Entries<Machine>(list, earlierEntries: cached["kept"]?.array ?? [])
  public init(_ list: [JSON], earlierEntries: [JSON] = []) {
    self.init(list, earlierEntries: earlierEntries) { json throws(Unreadable) in try Element(json) }
  }

  /// The elements of earlier responses as JSON, to be stored with the response.
  public var earlierEntries: [JSON] {
    elements.compactMap { element in
      lastSeen[element.id].map { timestamp in
        .object([.init("seen", .number(String(timestamp))), .init("entry", element.raw)])
      }
    }
  }
}
