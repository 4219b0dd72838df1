extension RecordIndex {
  private static let magic = Array("ChemIdx1".utf8)

  /// Encodes the index for caching. `stamp` identifies the file's state: size, modification time.
  public func encoded(stamp: String) -> [UInt8] {
    var bytes = RecordIndex.magic
    func add(_ number: Int) {
      var rest = UInt64(max(0, number))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    add(stamp.utf8.count)
    bytes += Array(stamp.utf8)
    bytes.append(format == .rdfile ? 1 : 0)
    add(byteCount)
    add(entries.count)
    var last = Entry(offset: 0, line: 0)
    for entry in entries {
      add(entry.offset - last.offset)
      add(entry.line - last.line)
      last = entry
    }
    return bytes
  }

  /// Decodes a cached index. Returns `nil` if it is damaged or `stamp` differs.
  public init?(encoded bytes: [UInt8], stamp: String) {
    guard bytes.starts(with: RecordIndex.magic) else { return nil }
    var place = RecordIndex.magic.count
    func take() -> Int? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 56, by: 7) {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return Int(value) }
      }
      return nil
    }
    guard let length = take(), length == stamp.utf8.count, place + length < bytes.count,
      bytes[place..<(place + length)].elementsEqual(stamp.utf8)
    else { return nil }
    place += length
    let format: ChemicalFormat = bytes[place] == 1 ? .rdfile : .sdfile
    place += 1
    // An entry takes at least two bytes, so a damaged count can't reserve too much memory.
    guard let byteCount = take(), let count = take(), count <= (bytes.count - place) / 2 else {
      return nil
    }
    self.init(format: format, entries: [], byteCount: byteCount)
    entries.reserveCapacity(count)
    var last = Entry(offset: 0, line: 0)
    for _ in 0..<count {
      guard let offset = take(), let line = take() else { return nil }
      last = Entry(offset: last.offset &+ offset, line: last.line &+ line)
      guard last.offset >= 0, last.offset <= byteCount, last.line >= 0 else { return nil }
      entries.append(last)
    }
    guard place == bytes.count else { return nil }
  }
}
