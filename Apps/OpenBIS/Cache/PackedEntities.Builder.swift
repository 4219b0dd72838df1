import Reprise

extension PackedEntities {
  struct Builder: Sendable {
    private let previous: PackedEntities?
    private var records: [UInt8] = []
    private var entries: [Entry] = []
    private var indexByID: [String: Int] = [:]
    /// Entities that a complete response lacks may be in the instance's trash.
    var isComplete = false
    /// Unreadable rows may include entities that the response lacks.
    var unreadableCount = 0
    /// Deletions of entities that aren't among these, but may be stored elsewhere.
    private(set) var deletedElsewhere: [Entity] = []

    private struct Entry {
      var range: Range<Int>
      var order: [UInt8]
    }

    init(over previous: PackedEntities? = nil) { self.previous = previous }

    var count: Int { entries.count }

    /// Takes properties that are `nil` from earlier data. Ignores the deletion of an unknown
    /// entity, because some instances repeat all deletions.
    mutating func add(_ row: Entity, at timestamp: Int) {
      let index = indexByID[row.id.text]
      let known = index.map { entity($0) } ?? previous?.entity(of: row.id)?.entity
      if known == nil, row.isDeleted {
        deletedElsewhere.append(row)
        return
      }
      set(known?.updated(with: row) ?? row, timestamp, index)
    }

    mutating func addIfAbsent(_ entity: Entity, at timestamp: Int) {
      if indexByID[entity.id.text] == nil { set(entity, timestamp, nil) }
    }

    var ids: [ResourceID] { indexByID.keys.sorted().map { ResourceID($0) } }

    func contains(_ id: ResourceID) -> Bool { indexByID[id.text] != nil }

    private mutating func set(_ entity: Entity, _ timestamp: Int, _ index: Int?) {
      let start = records.count
      PackedRecord.append(entity, at: timestamp, to: &records)
      let entry = Entry(range: start..<records.count, order: entity.order)
      if let index {
        entries[index] = entry
      } else {
        indexByID[entity.id.text] = entries.count
        entries.append(entry)
      }
    }

    private func entity(_ index: Int) -> Entity {
      PackedRecord(bytes: records, range: entries[index].range).entity.entity
    }

    /// Entities that `category` no longer lists are retained and marked as missing, because they
    /// may be in the instance's trash.
    consuming func finished(category: ResourceID? = nil) -> PackedEntities? {
      var all = self
      func names(_ parent: Entity?) -> Set<String>? { parent?.children.map { Set($0.map(\.text)) } }
      let before = names(category.flatMap { all.previous?.entity(of: $0)?.entity }) ?? []
      let named =
        names(category.flatMap { id in all.indexByID[id.text].map { all.entity($0) } }) ?? before
      if let previous = all.previous {
        for number in 0..<previous.count {
          let id = previous.id(number)
          guard all.indexByID[id.text] == nil else { continue }
          let found = previous.entity(number)
          var entity = found.entity
          if category != nil, id != category {
            // A response with changes only doesn't affect entities that the category never listed.
            let isGone = all.isComplete || before.contains(id.text) || entity.isMissing
            let isNamed = named.contains(id.text)
            entity.isMissing = isGone && !isNamed
            if all.isComplete, isNamed {
              entity.lastSeen = all.unreadableCount > 0 ? found.timestamp : nil
            }
          }
          all.addIfAbsent(entity, at: found.timestamp)
        }
      }
      return PackedEntities(all.packed(category: category, named: named))
    }

    private func packed(category: ResourceID?, named: Set<String>) -> [UInt8] {
      let sorted = entries.indices.sorted {
        entries[$0].order.lexicographicallyPrecedes(entries[$1].order)
      }
      let ids = sorted.map { index in
        PackedRecord(bytes: records, range: entries[index].range).id
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
      for index in sorted {
        append(offset)
        offset += entries[index].range.count
      }
      append(offset)
      for number in byID { append(number) }
      for number in members { append(number) }
      for index in sorted { bytes += records[entries[index].range] }
      return bytes
    }
  }
}

extension PackedRecord {
  /// Whether the instance has deleted the entity.
  var isGone: Bool {
    range.count > 10 && UInt16(bytes[range.lowerBound + 1]) << 8 & Self.isDeleted != 0
  }
}
