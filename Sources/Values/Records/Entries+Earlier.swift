/// An entry of a server's list that remembers the JSON that it was read from.
public protocol ReceivedEntry: Identifiable, Sendable where ID == ResourceID {
  /// Reads an entry.
  init(_ json: JSON) throws(Unreadable)
  /// The entry as it was received.
  var raw: JSON { get }
}

/// Entries of earlier answers. Absence from an answer means deletion only if all of the answer can
/// be read: until then the last known entry stays, with the moment at which it was last seen.
extension Entries {
  /// Reads a list, and behind it the entries of earlier answers that were kept with it (`kept`).
  ///
  ///     Entries(list, kept: cached["kept"]?.array ?? []) { json throws(Unreadable) in try
  /// Visit(json) }
  public init(_ list: [JSON], kept: [JSON], read: (JSON) throws(Unreadable) -> Element) {
    self.init(list, read: read)
    guard !kept.isEmpty else { return }
    var known = Set(elements.map(\.id))
    for json in kept {
      guard let timestamp = json["seen"]?.int, let entry = json["entry"].flatMap({ try? read($0) }),
        known.insert(entry.id).inserted
      else { continue }
      elements.append(entry)
      lastSeen[entry.id] = timestamp
    }
  }

  /// The number of entries that couldn't be read.
  public var unreadableCount: Int { skipped.unreadableCount }

  /// The elements that the answer itself has.
  public var answered: [Element] {
    lastSeen.isEmpty ? elements : elements.filter { lastSeen[$0.id] == nil }
  }

  /// Keeps the elements of an earlier answer that may be among the entries that can't be read.
  ///
  /// - Parameters:
  ///   - earlier: The earlier answer, with what it has kept itself.
  ///   - moment: The moment of the earlier answer, in seconds since 1970.
  public mutating func keep(_ earlier: Entries, seenAt timestamp: Int) {
    guard unreadableCount > 0 else { return }
    let known = Set(elements.map(\.id))
    for element in earlier.elements where !known.contains(element.id) {
      elements.append(element)
      lastSeen[element.id] = earlier.lastSeen[element.id] ?? timestamp
    }
  }

  /// Returns a line about the entries that couldn't be read, and what is shown in their place; nil
  /// if there are none.
  ///
  /// - Parameter words: Returns the words for a moment; nil to leave the ages to the rows.
  public func summary(_ words: ((Int) -> String)? = nil) -> String? {
    let timestamps = elements.compactMap { lastSeen[$0.id] }
    let count = elements.count - timestamps.count + skipped.count
    guard let line = SkippedEntry.summary(of: skipped, in: count) else { return nil }
    guard let oldest = timestamps.min() else { return line }
    let isOneTime = timestamps.allSatisfy { $0 == oldest }
    guard let words else {
      return "\(line) ~ marks what isn't in this answer, as it was last seen."
    }
    // The reasons come last: a narrow screen cuts the line.
    return "\(skipped.count) of \(count) \(count == 1 ? "entry" : "entries") unreadable, ~ last "
      + "seen \(words(oldest))\(isOneTime ? "" : " or later"): "
      + "\(SkippedEntry.reasons(of: skipped))."
  }
}

extension Entries where Element: ReceivedEntry {
  /// Reads a list, and the entries of earlier answers that were kept with it.
  ///
  ///     Entries<Machine>(list, kept: cached["kept"]?.array ?? [])
  public init(_ list: [JSON], kept: [JSON] = []) {
    self.init(list, kept: kept) { json throws(Unreadable) in try Element(json) }
  }

  /// The elements of earlier answers as JSON, to be kept beside the answer.
  public var kept: [JSON] {
    elements.compactMap { element in
      lastSeen[element.id].map { timestamp in
        .object([.init("seen", .number(String(timestamp))), .init("entry", element.raw)])
      }
    }
  }
}
