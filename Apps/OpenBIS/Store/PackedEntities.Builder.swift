import Reprise

extension PackedEntities {
  /// Packs entities as they come, one after the other, over those that were packed before.
  struct Builder: Sendable {
    private let previous: PackedEntities?
    private var records: [UInt8] = []
    private var entries: [Entry] = []
    private var places: [String: Int] = [:]
    /// True if the answer has all there is: what it doesn't name was there before, and may be in the instance's trash.
    var isComplete = false
    /// The number of the answer's rows that couldn't be read: what it doesn't name may be among
    /// them.
    var unreadableCount = 0
    /// The deletions of entities that weren't known among these. Others may know them.
    private(set) var deletedElsewhere: [Entity] = []

    private struct Entry {
      var range: Range<Int>
      var order: [UInt8]
    }

    /// Creates a builder; entities that come are merged with those of before.
    init(over previous: PackedEntities? = nil) { self.previous = previous }

    /// The number of entities that have come.
    var count: Int { entries.count }

    /// Adds an entity, as an answer has it. What the answer doesn't say is taken from an earlier row, or from before.
    ///
    /// A deletion of an entity that was never known is nothing: some instances send every deletion ever, each time.
    mutating func add(_ row: Entity, at timestamp: Int) {
      let place = places[row.id.text]
      let known = place.map { entity($0) } ?? previous?.entity(of: row.id)?.entity
      if known == nil, row.isDeleted {
        deletedElsewhere.append(row)
        return
      }
      set(known?.updated(with: row) ?? row, timestamp, place)
    }

    /// Adds an entity as it is, unless one with its id has come.
    mutating func addKept(_ entity: Entity, at timestamp: Int) {
      if places[entity.id.text] == nil { set(entity, timestamp, nil) }
    }

    /// The ids of the entities that have come.
    var ids: [ResourceID] { places.keys.sorted().map { ResourceID($0) } }

    /// Tells whether an entity has come.
    func contains(_ id: ResourceID) -> Bool { places[id.text] != nil }

    private mutating func set(_ entity: Entity, _ timestamp: Int, _ place: Int?) {
      let start = records.count
      PackedRecord.append(entity, at: timestamp, to: &records)
      let entry = Entry(range: start..<records.count, order: entity.order)
      if let place {
        entries[place] = entry
      } else {
        places[entity.id.text] = entries.count
        entries.append(entry)
      }
    }

    private func entity(_ place: Int) -> Entity {
      PackedRecord(bytes: records, range: entries[place].range).entity.entity
    }

    /// Returns the entities, together with those of before that no row was about.
    ///
    /// - Parameter category: The category whose members they are; nil for none. Those that it no longer names are marked as missing, and
    ///   stay: they may be in the instance's trash.
    consuming func finished(category: ResourceID? = nil) -> PackedEntities? {
      var all = self
      func names(_ parent: Entity?) -> Set<String>? { parent?.children.map { Set($0.map(\.text)) } }
      let before = names(category.flatMap { all.previous?.entity(of: $0)?.entity }) ?? []
      let named =
        names(category.flatMap { id in all.places[id.text].map { all.entity($0) } }) ?? before
      if let previous = all.previous {
        for number in 0..<previous.count {
          let id = previous.id(number)
          guard all.places[id.text] == nil else { continue }
          let found = previous.entity(number)
          var entity = found.entity
          if category != nil, id != category {
            // Of what it never named an answer with the changes alone says nothing.
            let isGone = all.isComplete || before.contains(id.text) || entity.isMissing
            let isNamed = named.contains(id.text)
            entity.isMissing = isGone && !isNamed
            if all.isComplete, isNamed {
              entity.lastSeen = all.unreadableCount > 0 ? found.timestamp : nil
            }
          }
          all.addKept(entity, at: found.timestamp)
        }
      }
      return PackedEntities(all.packed(category: category, named: named))
    }

    private func packed(category: ResourceID?, named: Set<String>) -> [UInt8] {
      let sorted = entries.indices.sorted {
        entries[$0].order.lexicographicallyPrecedes(entries[$1].order)
      }
      let ids = sorted.map { place in
        PackedRecord(bytes: records, range: entries[place].range).id
      }
      let byID = ids.indices.sorted {
        ids[$0].utf8.lexicographicallyPrecedes(ids[$1].utf8)
      }
      let members = ids.indices.filter { number in
        guard category?.text != ids[number], named.contains(ids[number]) else { return false }
        return !PackedRecord(bytes: records, range: entries[sorted[number]].range).isGone
      }
      var bytes = PackedEntities.magic
      let length = entries.reduce(0) { $0 + $1.range.count }
      bytes.reserveCapacity(
        bytes.count + 12 + 8 * entries.count + 4 * members.count + length)
      func append(_ number: Int) {
        let value = UInt32(number)
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(value >> shift & 255)) }
      }
      append(entries.count)
      append(members.count)
      var offset = 0
      for place in sorted {
        append(offset)
        offset += entries[place].range.count
      }
      append(offset)
      for number in byID { append(number) }
      for number in members { append(number) }
      for place in sorted { bytes += records[entries[place].range] }
      return bytes
    }
  }
}

extension PackedRecord {
  /// True if the instance has deleted the entity.
  var isGone: Bool {
    range.count > 10 && UInt16(bytes[range.lowerBound + 1]) << 8 & Self.isDeleted != 0
  }
}
