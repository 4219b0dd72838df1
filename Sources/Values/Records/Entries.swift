/// A server's list: the entries that could be read, and those that couldn't. One bad entry costs
/// itself alone, and what may be it stays as it was last seen.
public struct Entries<Element: Identifiable & Sendable>: Sendable where Element.ID == ResourceID {
  /// The entries that could be read, in the server's order; behind them those of earlier answers.
  public var elements: [Element] = []
  /// The entries that couldn't, in the server's order.
  public var skipped: [SkippedEntry] = []
  /// The moment at which each element of an earlier answer was last seen, in seconds since 1970.
  public internal(set) var lastSeen: [ResourceID: Int] = [:]

  // Inlinable, so that a list of 100,000 is read by code made for its element.
  /// Reads a list. Of entries with the same id the first one stays.
  ///
  ///     Entries(list) { json throws(Unreadable) in try Visit(json) }
  @inlinable public init(_ list: [JSON], read: (JSON) throws(Unreadable) -> Element) {
    elements.reserveCapacity(list.count)
    var places: [ResourceID: Int] = [:]
    places.reserveCapacity(list.count)
    for (index, json) in list.enumerated() {
      do throws(Unreadable) {
        let element = try read(json)
        if let first = places[element.id] { throw .repeatedID(element.id, of: first + 1) }
        places[element.id] = index
        elements.append(element)
      } catch {
        skipped.append(SkippedEntry(index: index, reason: error))
      }
    }
  }
}

extension Entries: Equatable where Element: Equatable {}
extension Entries: Hashable where Element: Hashable {}
