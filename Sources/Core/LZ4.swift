extension [UInt8] {
  /// The contents of an LZ4 frame of one block, without checksums: a header of seven bytes, the
  /// block's size in four, the block (see LZ4's description of its block format), an end mark of
  /// four. Demo data are packed like this, by `lz4 -12 -B7 --no-frame-crc`.
  package var unpackedLZ4: [UInt8] {
    var rest = dropFirst(11).dropLast(4)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 40)
    func length(_ start: UInt8) -> Int {
      var length = Int(start)
      guard start == 15 else { return length }
      while let more = rest.popFirst() {
        length += Int(more)
        if more < 255 { break }
      }
      return length
    }
    while let token = rest.popFirst() {
      let literals = length(token >> 4)
      bytes += rest.prefix(literals)
      rest = rest.dropFirst(literals)
      guard let low = rest.popFirst(), let high = rest.popFirst() else { break }
      let distance = Int(low) | Int(high) << 8
      var missing = length(token & 15) + 4
      // A repetition may include bytes that it writes itself.
      while missing > 0, distance > 0, !bytes.isEmpty {
        // An array of its own: a slice would have all of `bytes` copied.
        let repeated = Array(bytes.suffix(distance).prefix(missing))
        missing -= repeated.count
        bytes += repeated
      }
    }
    return bytes
  }
}
