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
